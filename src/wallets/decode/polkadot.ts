import { jsonOf, objectAt, refused } from './refused.ts'

/** What a page asks an extension to sign: `SignerPayloadJSON` of @polkadot/types. */
export interface PolkadotExtrinsic {
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

/**
 * The payload of an extrinsic, from its JSON text or as the page sent it.
 * @throws `validation/invalid-input` naming the member that is not as the family has it.
 */
export function decodePolkadotPayload(input: unknown): PolkadotExtrinsic {
  const outer = objectAt((typeof input === 'string' ? jsonOf(input, field) : input) ?? {}, field)
  // WalletConnect wraps the payload.
  const payload = objectAt(outer.transactionPayload ?? outer, field)
  for (const [name, form, words] of forms) {
    const value = payload[name]
    if (value === undefined) throw refused(`${field}.${name}`, 'is missing')
    if (typeof value !== 'string' || !form.test(value)) throw refused(`${field}.${name}`, `must be ${words}`)
  }
  const { signedExtensions, version } = payload
  if (!Array.isArray(signedExtensions) || !signedExtensions.every((one) => typeof one === 'string'))
    throw refused(`${field}.signedExtensions`, 'must be a list of names')
  if (version !== 4) throw refused(`${field}.version`, 'must be 4, the version of signed extrinsics')
  for (const name of ['assetId', 'metadataHash'] as const) {
    const value = payload[name]
    const absent = value === undefined || value === null
    if (!absent && typeof value !== 'object' && !hex.test(String(value)))
      throw refused(`${field}.${name}`, 'must be hex')
  }
  return payload as unknown as PolkadotExtrinsic
}
