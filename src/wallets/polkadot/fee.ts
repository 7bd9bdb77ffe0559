import { hex } from '@scure/base'
import { readSs58 } from '../../adapters/polkadot/ss58.ts'
import type { PolkadotExtrinsic } from '../decode/polkadot.ts'
import type { NodeCall } from '../node-calls.ts'

/** What stands in an extrinsic for each extension of the runtime, in hex; those without a row, and not in `silent`, are not known. */
const extensions: Readonly<Record<string, (payload: PolkadotExtrinsic) => string>> = {
  CheckMortality: ({ era }) => era.slice(2),
  CheckEra: ({ era }) => era.slice(2),
  CheckNonce: ({ nonce }) => compact(BigInt(nonce)),
  ChargeTransactionPayment: ({ tip }) => compact(BigInt(tip)),
  // Paid in the native coin: no asset is named.
  ChargeAssetTxPayment: ({ tip }) => `${compact(BigInt(tip))}00`,
  CheckMetadataHash: ({ mode }) => (mode ? '01' : '00'),
}
const silent: readonly string[] = [
  'CheckNonZeroSender',
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckGenesis',
  'CheckWeight',
  'PrevalidateAttests',
  'StorageWeightReclaim',
  'WeightReclaim',
]

/**
 * What a payload costs with its tip, as the chain's node says: of the fee only the tip is a part of what is signed. Undefined
 * where the runtime has extensions that are not known here, where the fee is paid in an asset, or where the node does not tell.
 */
export async function payloadFee(node: NodeCall, payload: PolkadotExtrinsic): Promise<bigint | undefined> {
  const extrinsic = payload.assetId ? undefined : unsignedExtrinsic(payload)
  if (extrinsic === undefined) return undefined
  const length = littleEndian(BigInt(extrinsic.length / 2), 4)
  const params = ['TransactionPaymentApi_query_info', `0x${extrinsic}${length}`]
  const answer = await node<unknown>('state_call', params).catch(() => undefined)
  // `RuntimeDispatchInfo` ends with the fee: 16 bytes, the smallest first.
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{2}){18,64}$/i.test(answer)) return undefined
  const fee = answer.slice(-32).match(/../g) ?? []
  return BigInt(`0x${fee.reverse().join('')}`) + BigInt(payload.tip)
}

/** An extrinsic of version 4 with an empty signature, in hex: the fee depends on its call and on its length. */
function unsignedExtrinsic(payload: PolkadotExtrinsic): string | undefined {
  const account = readSs58(payload.address)
  if (typeof account === 'string') return undefined
  const extra: string[] = []
  for (const name of payload.signedExtensions) {
    const written = extensions[name]?.(payload) ?? (silent.includes(name) ? '' : undefined)
    if (written === undefined) return undefined
    extra.push(written)
  }
  const address = `00${hex.encode(account.key)}`
  const signature = `01${'00'.repeat(64)}`
  const body = `84${address}${signature}${extra.join('')}${payload.method.slice(2)}`
  return `${compact(BigInt(body.length / 2))}${body}`
}

/** SCALE, "Compact/general integers". */
function compact(value: bigint): string {
  if (value < 64n) return littleEndian(value << 2n, 1)
  if (value < 2n ** 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 2n ** 30n) return littleEndian((value << 2n) | 2n, 4)
  const bytes = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return littleEndian((BigInt(bytes - 4) << 2n) | 3n, 1) + littleEndian(value, bytes)
}

function littleEndian(value: bigint, bytes: number): string {
  const pairs =
    value
      .toString(16)
      .padStart(bytes * 2, '0')
      .match(/../g) ?? []
  return pairs.reverse().join('')
}
