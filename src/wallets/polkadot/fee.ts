import type { PolkadotExtrinsic } from '../decode/polkadot.ts'
import type { NodeCall } from '../node-calls.ts'

/** The most bytes that an extrinsic has beside its call: address, signature, era, nonce, tip, and the count of them all. */
const aroundCall = 128

/**
 * What the chain takes for a payload and its tip, as its node says. Only the tip is a part of what is
 * signed.
 * Undefined where the runtime or the node does not answer that.
 */
export async function payloadFee(
  node: NodeCall,
  { method, tip }: Pick<PolkadotExtrinsic, 'method' | 'tip'>,
): Promise<bigint | undefined> {
  const length = (method.length - 2) / 2 + aroundCall
  // A u32, the smallest byte first.
  const four = [0, 8, 16, 24]
    .map((shift) => ((length >>> shift) & 255).toString(16).padStart(2, '0'))
    .join('')
  const params = ['TransactionPaymentCallApi_query_call_info', `${method}${four}`]
  const answer = await node<unknown>('state_call', params).catch(() => undefined)
  // `RuntimeDispatchInfo` ends with the fee: 16 bytes, the smallest first.
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{2}){19,64}$/i.test(answer)) return undefined
  const pairs = answer.slice(-32).match(/../g) ?? []
  return BigInt(`0x${pairs.reverse().join('')}`) + BigInt(tip)
}
