import { invalid } from '../cli-error.ts'
import { printable } from '../printable.ts'

/** What a page asks an extension to sign: `SignerPayloadJSON` of @polkadot/types. */
export interface PolkadotPayload {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly signedExtensions: readonly string[]
  readonly version: number
  readonly [name: string]: unknown
}

const field = 'payload'
const hex = /^0x([0-9a-f]{2})*$/i
const hash = /^0x[0-9a-f]{64}$/i
const number = /^0x[0-9a-f]{1,32}$/i
const forms: readonly (readonly [string, RegExp, string])[] = [
  ['address', /^.+$/, 'an address'],
  ['genesisHash', hash, '0x and 64 hex digits'],
  ['blockHash', hash, '0x and 64 hex digits'],
  ['blockNumber', number, 'a number in hex'],
  ['era', /^0x[0-9a-f]{2}([0-9a-f]{2})?$/i, 'one byte or two in hex'],
  ['method', /^0x[0-9a-f]{4}([0-9a-f]{2})*$/i, 'the call, in hex'],
  ['nonce', number, 'a number in hex'],
  ['specVersion', number, 'a number in hex'],
  ['tip', number, 'a number in hex'],
  ['transactionVersion', number, 'a number in hex'],
]

/** From JSON. @throws a usage error that names the member. */
export function readPolkadotPayload(text: string): PolkadotPayload {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw invalid(field, `is not JSON: ${(error as Error).message}`)
  }
  const outer = (parsed ?? {}) as Record<string, unknown>
  // As WalletConnect carries it.
  const payload = (outer.transactionPayload ?? outer) as Record<string, unknown>
  if (typeof payload !== 'object' || Array.isArray(payload)) throw invalid(field, 'must be an object')
  for (const [name, form, words] of forms) {
    const value = payload[name]
    if (value === undefined) throw invalid(`${field}.${name}`, 'is missing')
    if (typeof value !== 'string' || !form.test(value)) throw invalid(`${field}.${name}`, `must be ${words}`)
  }
  const { signedExtensions, version } = payload
  if (!Array.isArray(signedExtensions) || !signedExtensions.every((one) => typeof one === 'string'))
    throw invalid(`${field}.signedExtensions`, 'must be a list of names')
  if (version !== 4) throw invalid(`${field}.version`, 'must be 4, the version of signed extrinsics')
  for (const name of ['assetId', 'metadataHash'] as const) {
    const value = payload[name]
    const absent = value === undefined || value === null
    if (!absent && typeof value !== 'object' && !hex.test(String(value)))
      throw invalid(`${field}.${name}`, 'must be hex')
  }
  return payload as unknown as PolkadotPayload
}

/** What the runtime of a chain says of a call. */
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
 * @throws a usage error when the payload is not one that this runtime takes.
 */
export async function readCall(payload: PolkadotPayload, runtime: RuntimeFacts): Promise<CallInWords> {
  for (const name of ['specVersion', 'transactionVersion'] as const) {
    const asked = Number(payload[name])
    if (asked !== runtime[name])
      throw invalid(`${field}.${name}`, `is ${asked}, and the runtime of the chain is at ${runtime[name]}`)
  }
  const { Metadata, TypeRegistry } = await import('@polkadot/types').catch(missingLibrary)
  const registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, runtime.metadata as `0x${string}`))
  // After the metadata, whose own prefix would take its place.
  registry.setChainProperties(
    registry.createType('ChainProperties', { ss58Format: runtime.ss58Prefix ?? 42 }) as never,
  )
  const { signedExtensions } = payload
  const wanted = registry.signedExtensions
  const odd = wanted.find((name) => !signedExtensions.includes(name))
  const more = signedExtensions.find((name) => !wanted.includes(name))
  if (odd !== undefined) throw invalid(`${field}.signedExtensions`, `lacks ${odd}, which the runtime has`)
  if (more !== undefined)
    throw invalid(`${field}.signedExtensions`, `has ${printable(more)}, which the runtime does not know`)
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
      args: Object.entries(args).map(([name, value]) => [name, printable(argument(value))]),
    }
  } catch {
    throw invalid(`${field}.method`, 'is no call of this runtime')
  }
}

/** `{ Id: '15o…' }` is an address, and all else is shown as it is. */
function argument(value: unknown): string {
  if (typeof value === 'string') return value
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const [first] = entries
  if (entries.length === 1 && first?.[0] === 'Id' && typeof first[1] === 'string') return first[1]
  return JSON.stringify(value)
}

async function missingLibrary(cause: unknown): Promise<never> {
  const { latchkeyError } = await import('latchkey/testing')
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'Reading calls of polkadot', install: 'npm install @polkadot/api' },
    cause,
  })
}
