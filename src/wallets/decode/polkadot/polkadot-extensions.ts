import { hexToBytes } from '@noble/hashes/utils'
import type { PolkadotExtrinsic } from './polkadot-extrinsic.ts'
import { compact, littleEndian } from './scale.ts'

type Bytes = readonly number[]
type Part = (payload: PolkadotExtrinsic) => Bytes

/** The bytes of a signed extension. `extra` is in the extrinsic. `additional` is signed but not in the extrinsic. */
interface KnownExtension {
  readonly extra?: Part
  readonly additional?: Part
}

/**
 * The signed extensions that this wallet knows: https://github.com/paritytech/polkadot-sdk, `frame_system::extensions` and the
 * transaction payment pallets.
 */
const known: Readonly<Record<string, KnownExtension>> = {
  AuthorizeCall: {},
  CheckNonZeroSender: {},
  CheckSpecVersion: { additional: ({ specVersion }) => littleEndian(BigInt(specVersion), 4) },
  CheckTxVersion: { additional: ({ transactionVersion }) => littleEndian(BigInt(transactionVersion), 4) },
  CheckGenesis: { additional: ({ genesisHash }) => bytesOf(genesisHash) },
  CheckMortality: { extra: ({ era }) => bytesOf(era), additional: ({ blockHash }) => bytesOf(blockHash) },
  CheckEra: { extra: ({ era }) => bytesOf(era), additional: ({ blockHash }) => bytesOf(blockHash) },
  CheckNonce: { extra: ({ nonce }) => compact(BigInt(nonce)) },
  CheckWeight: {},
  ChargeTransactionPayment: { extra: ({ tip }) => compact(BigInt(tip)) },
  ChargeAssetTxPayment: {
    extra: ({ tip, assetId }) => [...compact(BigInt(tip)), ...(assetId ? bytesOf(assetId) : [0])],
  },
  CheckMetadataHash: {
    extra: ({ mode }) => [Number(mode ?? 0)],
    additional: ({ metadataHash }) => (metadataHash ? [1, ...bytesOf(metadataHash)] : [0]),
  },
  EthSetOrigin: {},
  PrevalidateAttests: {},
  StorageWeightReclaim: {},
  WeightReclaim: {},
}

export function isKnownExtension(name: string): boolean {
  return Object.hasOwn(known, name)
}

/** Returns the bytes of the payload's signed extensions, in order. */
export function extensionBytes(
  payload: PolkadotExtrinsic,
): readonly { readonly name: string; readonly extra: Bytes; readonly additional: Bytes }[] {
  return payload.signedExtensions.map((name) => {
    const { extra, additional } = known[name] ?? {}
    return { name, extra: extra?.(payload) ?? [], additional: additional?.(payload) ?? [] }
  })
}

/** Returns the bytes to sign. The signer hashes them if there are more than 256. */
export function bytesToSign(payload: PolkadotExtrinsic): Uint8Array {
  const extensions = extensionBytes(payload)
  return Uint8Array.from([
    ...bytesOf(payload.method),
    ...extensions.flatMap(({ extra }) => extra),
    ...extensions.flatMap(({ additional }) => additional),
  ])
}

/** Returns an extrinsic of version 4, without its length prefix. */
export function extrinsicBytes(
  payload: PolkadotExtrinsic,
  account: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  return Uint8Array.from([
    ...[0x84, 0],
    ...account,
    ...signature,
    ...extensionBytes(payload).flatMap(({ extra }) => extra),
    ...bytesOf(payload.method),
  ])
}

function bytesOf(text: string): Bytes {
  return [...hexToBytes(text.slice(2))]
}
