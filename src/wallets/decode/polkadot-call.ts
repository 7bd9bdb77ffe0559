import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { PolkadotExtrinsic } from './polkadot.ts'
import { refused } from './refused.ts'

const field = 'payload'

/** A call, decoded with the types of the chain's runtime. */
export interface CallInWords {
  /** Such as `balances.transferKeepAlive`. */
  readonly name: string
  readonly args: readonly (readonly [string, string])[]
}

export interface RuntimeFacts {
  readonly specVersion: number
  readonly transactionVersion: number
  readonly metadata: string
  readonly ss58Prefix: number | undefined
}

/**
 * Reads the call with the types of the chain's runtime.
 * @throws `validation/invalid-input` when the payload is not one that this runtime takes, `config/peer-missing`.
 */
export async function decodePolkadotCall(
  payload: PolkadotExtrinsic,
  runtime: RuntimeFacts,
): Promise<CallInWords> {
  for (const name of ['specVersion', 'transactionVersion'] as const) {
    const asked = Number(payload[name])
    if (asked !== runtime[name])
      throw refused(`${field}.${name}`, `is ${asked}, and the runtime of the chain is at ${runtime[name]}`)
  }
  const { Metadata, TypeRegistry } = await import('@polkadot/types').catch(missingLibrary)
  const registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, runtime.metadata as `0x${string}`))
  // Set after the metadata, whose own prefix would overwrite it.
  registry.setChainProperties(
    registry.createType('ChainProperties', { ss58Format: runtime.ss58Prefix ?? 42 }) as never,
  )
  const { signedExtensions } = payload
  const wanted = registry.signedExtensions
  const odd = wanted.find((name) => !signedExtensions.includes(name))
  const more = signedExtensions.find((name) => !wanted.includes(name))
  if (odd !== undefined) throw refused(`${field}.signedExtensions`, `lacks ${odd}, which the runtime has`)
  if (more !== undefined)
    throw refused(`${field}.signedExtensions`, `has ${more}, which the runtime does not know`)
  try {
    const call = registry.createType('Call', payload.method) as unknown as {
      readonly section: string
      readonly method: string
      toHex(): string
      toHuman(): { readonly args?: Readonly<Record<string, unknown>> }
    }
    if (call.toHex() !== payload.method.toLowerCase()) throw new RangeError('bytes are left')
    const { args = {} } = call.toHuman()
    return {
      name: `${call.section}.${call.method}`,
      args: Object.entries(args).map(([name, value]) => [name, argument(value)]),
    }
  } catch {
    throw refused(`${field}.method`, 'is no call of this runtime')
  }
}

/** `{ Id: '15o…' }` is shown as the address, and everything else as it is. */
function argument(value: unknown): string {
  if (typeof value === 'string') return value
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [first] = entries
  if (entries.length === 1 && first?.[0] === 'Id' && typeof first[1] === 'string') return first[1]
  return JSON.stringify(value)
}

function missingLibrary(cause: unknown): never {
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'Reading calls of polkadot', install: 'npm install @polkadot/api' },
    cause,
  })
}
