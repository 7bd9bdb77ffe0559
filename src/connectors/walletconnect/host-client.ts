import type { SignClient } from './library.ts'
import { wrongProvider } from './options.ts'

/** The methods of a client that are used here, by the part that has them. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ['', ['connect', 'request', 'disconnect', 'on', 'off']],
  ['core.relayer', ['on', 'off', 'unsubscribe']],
  ['core.pairing.events', ['on', 'off']],
  ['core.expirer', ['set', 'del']],
  ['core.crypto', ['deleteSymKey', 'deleteKeyPair']],
  ['core.crypto.keychain.keychain', ['keys']],
  ['session', ['getAll', 'delete']],
  ['proposal', ['getAll']],
  ['pairing', ['getAll', 'delete']],
]

/**
 * The sign client of the provider that the host made; undefined when the host made none.
 * @throws `config/invalid-options` when the provider has another shape than we need.
 */
export function hostClient(provider: object | undefined): SignClient | undefined {
  if (!provider) return undefined
  const client = at(provider, 'client')
  const whole = parts.every(([path, names]) => {
    const part = path.split('.').reduce((value, key) => (key ? at(value, key) : value), client)
    return names.every((name) => typeof at(part, name) === 'function')
  })
  if (!whole) throw wrongProvider()
  return client as SignClient
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
