import { wrongProvider } from '../options.ts'
import type { SignClient, SignInClient } from './library.ts'

/** The client's methods that we use, grouped by the part of the client that has them. */
type Parts = readonly (readonly [string, readonly string[]])[]

const parts: Parts = [
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

const signInParts: Parts = [
  ['', ['authenticate']],
  ['core.crypto', ['generateSharedKey', 'decode', 'encode']],
  ['core.history.records', ['get']],
  ['core.relayer', ['subscribe']],
  ['session', ['set']],
  ['engine.events', ['emit']],
  ['auth.pairingTopics', ['getAll', 'delete']],
  ['auth.requests', ['getAll', 'delete']],
]

/**
 * Returns the sign client of the host's provider. Returns undefined without a provider.
 * @throws `config/invalid-options` if the provider lacks a method that we use.
 */
export function hostClient(provider: object | undefined): SignClient | undefined {
  if (!provider) return undefined
  const client = at(provider, 'client')
  if (!has(client, parts)) throw wrongProvider()
  return client as SignClient
}

/** Returns whether a client supports sign-in while connecting. */
export function canSignIn(client: SignClient): client is SignInClient {
  return has(client, signInParts)
}

function has(client: unknown, parts: Parts): boolean {
  return parts.every(([path, names]) => {
    const part = path.split('.').reduce((value, key) => (key ? at(value, key) : value), client)
    return names.every((name) => typeof at(part, name) === 'function')
  })
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
