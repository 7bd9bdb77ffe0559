import { jsonOf, objectAt, refused } from '../refused.ts'
import { isKnownExtension } from './polkadot-extensions.ts'
import { mortality, type PolkadotExtrinsic } from './polkadot-extrinsic.ts'

const field = 'payload'
const hash = /^0x[0-9a-f]{64}$/i
const number = /^0x[0-9a-f]{1,32}$/i
const forms: readonly (readonly [string, RegExp, string])[] = [
  ['address', /^.+$/, 'an address'],
  ['genesisHash', hash, '0x and 64 hex digits'],
  ['blockHash', hash, '0x and 64 hex digits'],
  ['blockNumber', number, 'a number in hex'],
  ['era', /^0x(00|(?!00)[0-9a-f]{4})$/i, '0x00, or two bytes in hex'],
  ['method', /^0x[0-9a-f]{4,}$/i, 'the call, in hex'],
  ['nonce', number, 'a number in hex'],
  ['specVersion', number, 'a number in hex'],
  ['tip', number, 'a number in hex'],
  ['transactionVersion', number, 'a number in hex'],
]

const members = [
  ...[
    'address',
    'assetId',
    'blockHash',
    'blockNumber',
    'era',
    'genesisHash',
    'metadataHash',
    'method',
    'mode',
  ],
  ...['nonce', 'signedExtensions', 'specVersion', 'tip', 'transactionVersion', 'version'],
]

/**
 * Decodes a payload from JSON text, or from the object that the page sent. Returns a copy with only the known members. So the
 * permission, the description and the signature are for the same payload.
 * @throws `validation/invalid-input`, which names the invalid field.
 */
export function decodePolkadotPayload(input: unknown): PolkadotExtrinsic {
  const outer = objectAt((typeof input === 'string' ? jsonOf(input, field) : input) ?? {}, field)
  // WalletConnect wraps the payload in `transactionPayload`.
  const wrapped = outer.transactionPayload !== undefined
  const given = wrapped ? objectAt(outer.transactionPayload, field) : outer
  // WalletConnect's wrapper also contains the address.
  const beside = wrapped && members.find((name) => name !== 'address' && Object.hasOwn(outer, name))
  if (beside) throw refused(`${field}.${beside}`, "isn't allowed beside the payload")
  // Refuse a payload inside the payload: one decoder could check the outer payload, and another could sign the inner payload.
  if (Object.hasOwn(given, 'transactionPayload'))
    throw refused(`${field}.transactionPayload`, 'is a payload inside another')
  const payload = Object.fromEntries(
    members.flatMap((name) => (Object.hasOwn(given, name) ? [[name, copied(given[name])]] : [])),
  )
  for (const [name, form, words] of forms) {
    const value = payload[name]
    if (value === undefined) throw refused(`${field}.${name}`, 'is missing')
    if (typeof value !== 'string' || !form.test(value)) throw refused(`${field}.${name}`, `must be ${words}`)
  }
  const { signedExtensions, version } = payload
  if (!Array.isArray(signedExtensions) || !signedExtensions.every((one) => typeof one === 'string'))
    throw refused(`${field}.signedExtensions`, 'must be an array of names')
  if (version !== 4) throw refused(`${field}.version`, 'must be 4, the version of signed extrinsics')
  const unknown = signedExtensions.find((name) => !isKnownExtension(name))
  if (unknown !== undefined)
    throw refused(`${field}.signedExtensions`, `has the unknown extension ${unknown}`)
  if (new Set(signedExtensions).size < signedExtensions.length)
    throw refused(`${field}.signedExtensions`, 'names an extension twice')
  requireFits(payload)
  const { assetId } = payload
  if (isThere(assetId) && (typeof assetId !== 'string' || !/^0x(00|01([0-9a-f]{2})+)$/i.test(assetId)))
    throw refused(`${field}.assetId`, 'must be an option in SCALE, in hex')
  return { ...payload, ...metadataHashOf(payload) } as unknown as PolkadotExtrinsic
}

/** Copies lists, so that the page can't change them later. */
function copied(value: unknown): unknown {
  return Array.isArray(value) ? [...value] : value
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Checks that the call has whole bytes, the versions fit the chain's number types, and the era is valid. */
function requireFits({
  method,
  specVersion,
  transactionVersion,
  era,
}: Readonly<Record<string, unknown>>): void {
  if (String(method).length % 2 === 1) throw refused(`${field}.method`, 'must be the call, in hex')
  for (const [name, value] of Object.entries({ specVersion, transactionVersion }))
    if (BigInt(String(value)) >= 2n ** 32n)
      throw refused(`${field}.${name}`, 'is larger than the chain can count')
  if (era !== '0x00' && mortality(String(era)) === undefined)
    throw refused(`${field}.era`, 'has an invalid start')
}

function metadataHashOf({ mode, metadataHash: given }: Readonly<Record<string, unknown>>) {
  const commits = mode === 1 || mode === '0x01'
  if (!commits && isThere(mode) && mode !== 0 && mode !== '0x00')
    throw refused(`${field}.mode`, 'must be 0 or 1')
  const there = isThere(given)
  if (there && (typeof given !== 'string' || !hash.test(given)))
    throw refused(`${field}.metadataHash`, 'must be 0x and 64 hex digits')
  if (commits !== there)
    throw refused(`${field}.metadataHash`, commits ? 'is missing' : "isn't allowed in this mode")
  return { mode: commits ? 1 : 0, metadataHash: there ? given : undefined }
}
