import { latchkeyError } from '../errors/latchkey-error.ts'
import { type CaipNetworkId, parseCaipNetworkId } from './caip.ts'

/** SLIP-44. */
export const ethereumCoinType = 60
export const solanaCoinType = 501
/** From here on the chains of eip155 have theirs. ENSIP-11. */
const first = 0x80000000

/**
 * The coin type of a chain of eip155, by which names keep an address for it: 2147483648 and the chain's number in one.
 * ENSIP-11; facts 3.11.
 * @throws `validation/invalid-chain-id` unless it is a whole number below 2147483648.
 */
export function eip155CoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= first)
    throw latchkeyError('validation/invalid-chain-id')
  return (first | chainId) >>> 0
}

/** The mainnets whose coin type SLIP-44 names, by CAIP-2 id. */
const others: Readonly<Record<string, number>> = {
  'bip122:000000000019d6689c085ae165831e93': 0,
  'cosmos:cosmoshub-4': 118,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 354,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 434,
}

/**
 * The coin types under which a name may keep the address for a network, the best first; none for a network that names know
 * nothing of. Never that of another network: an address of a contract may be somebody else's there.
 * @throws `validation/invalid-chain-id`
 */
export function coinTypesOf(network: CaipNetworkId): readonly number[] {
  const { namespace, reference } = parseCaipNetworkId(network)
  if (namespace === 'solana') return [solanaCoinType]
  if (namespace !== 'eip155') return network in others ? [others[network] as number] : []
  const own = eip155CoinType(Number(reference))
  return reference === '1' ? [ethereumCoinType, own] : [own]
}
