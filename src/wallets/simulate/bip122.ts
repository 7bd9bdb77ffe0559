import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodePsbt, type WantedInput } from '../decode/bip122.ts'
import { partialInputs } from '../describe/bip122.ts'
import { nativeAmount, type Params, type Row } from '../describe/described.ts'

/** A note for the user. Inscriptions and runes aren't counted, because only an indexer knows them. */
const uncounted: Row = ['note', "inscriptions and runes in the coins aren't counted"]

/**
 * Returns the balance changes of a Bitcoin request. Counts inputs and outputs, and asks no node: a transaction has no other
 * effects.
 * @throws `validation/invalid-input` for a PSBT that can't be decoded.
 */
export async function bip122Changes(
  method: string,
  params: Params,
  network: ChainNetwork,
): Promise<readonly Row[]> {
  if (method === 'sendTransfer')
    return notSimulated('a Bitcoin payment changes nothing besides its amount and its fee', uncounted)
  const wanted = (params.signInputs ?? []) as readonly WantedInput[]
  const signing = wanted.map(({ index }) => index)
  const psbt = await decodePsbt(String(params.psbt), network.caipNetworkId, signing)
  const own = new Set([params.account, ...wanted.map(({ address }) => address)])
  const spent = psbt.inputs.filter(({ address }) => own.has(address))
  if (partialInputs(psbt, wanted).length > 0) return notSimulated('others may change the transaction')
  if (spent.some(({ value, proven }) => value === undefined || !proven))
    return notSimulated("the values of the coins aren't proven")
  const sum = (parts: readonly { readonly value?: bigint }[]) =>
    parts.reduce((total, { value = 0n }) => total + value, 0n)
  const change = sum(psbt.outputs.filter(({ address }) => own.has(address))) - sum(spent)
  const amount = nativeAmount(change < 0n ? -change : change, network)
  // If other accounts pay inputs too, this account's part of the fee is unknown.
  const withFee =
    psbt.fee !== undefined && spent.length === psbt.inputs.length ? ', network fee included' : ''
  const sent = change < 0n ? `You send ${amount}${withFee}` : `You receive ${amount}`
  const text = change === 0n ? 'Your balance stays the same' : sent
  return [['simulation', `${text}, according to the inputs and outputs`], uncounted]
}

function notSimulated(why: string, ...more: readonly Row[]): readonly Row[] {
  return [['simulation', `Not simulated: ${why}`], ...more]
}
