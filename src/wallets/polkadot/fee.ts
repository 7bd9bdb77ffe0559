import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { readSs58 } from '../../adapters/polkadot/ss58.ts'
import { extrinsicBytes } from '../decode/polkadot/polkadot-extensions.ts'
import type { PolkadotExtrinsic } from '../decode/polkadot/polkadot-extrinsic.ts'
import { compact, littleEndian, ScaleReader } from '../decode/polkadot/scale.ts'
import type { NodeCall } from '../node-pool.ts'

/**
 * Returns the fee that the network's node reports for a payload, plus the payload's tip, in the native token's smallest unit. The
 * signature covers only the tip. Returns undefined if the node doesn't report the fee.
 */
export async function payloadFee(node: NodeCall, payload: PolkadotExtrinsic): Promise<bigint | undefined> {
  const account = readSs58(payload.address)
  if (typeof account === 'string') return undefined
  // A signature of zeros is enough, because the fee depends only on the call and the length.
  const body = extrinsicBytes(payload, account.key, Uint8Array.from([1, ...new Uint8Array(64)]))
  const extrinsic = [...compact(body.length), ...body]
  const input = bytesToHex(Uint8Array.from([...extrinsic, ...littleEndian(extrinsic.length, 4)]))
  const params = ['TransactionPaymentApi_query_info', `0x${input}`]
  const answer = await node<unknown>('state_call', params).catch(() => undefined)
  // The fee is the last field of `RuntimeDispatchInfo`.
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{2}){18,64}$/i.test(answer)) return undefined
  const fee = new ScaleReader(hexToBytes(answer.slice(-32)), 'fee').uint(16)
  return fee + BigInt(payload.tip)
}
