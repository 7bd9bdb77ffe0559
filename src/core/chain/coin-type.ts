import { latchkeyError } from '../errors/latchkey-error.ts'
import { type CaipNetworkId, parseCaipNetworkId } from './caip.ts'

/** SLIP-44 coin types. */
export const ethereumCoinType = 60
export const solanaCoinType = 501
/** The lowest coin type that ENSIP-11 gives to an EVM network. */
const first = 0x80000000

/**
 * Returns the coin type under which names store an address for an EVM network: `0x80000000 | chainId` (ENSIP-11, S3.3.11).
 * @throws `validation/invalid-chain-id` unless the chain id is an integer from 0 to 2147483647.
 */
export function eip155CoinType(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= first)
    throw latchkeyError('validation/invalid-chain-id')
  return (first | chainId) >>> 0
}

/** The coin types of mainnets outside eip155 and solana (SLIP-44), by CAIP-2 id. */
const others: Readonly<Record<string, number>> = {
  'bip122:000000000019d6689c085ae165831e93': 0,
  'cosmos:cosmoshub-4': 118,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 354,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 434,
}

/**
 * Returns the coin types under which a name may store an address for the network, in order of preference. Returns an empty list
 * if names don't support the network. Never falls back to another network's coin type, because the same address may belong to
 * another owner on that network.
 * @throws `validation/invalid-chain-id`
 */
export function coinTypesOf(network: CaipNetworkId): readonly number[] {
  const { namespace, reference } = parseCaipNetworkId(network)
  if (namespace === 'solana') return [solanaCoinType]
  if (namespace !== 'eip155') return network in others ? [others[network] as number] : []
  const own = eip155CoinType(Number(reference))
  return reference === '1' ? [ethereumCoinType, own] : [own]
}
