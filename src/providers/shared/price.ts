import type { CaipNetworkId } from '../../core/chain/caip.ts'

/**
 * In ms. A price older than this counts as unknown. The limit is high, because a token that trades rarely has a new price only
 * every few hours.
 */
const oldest = 6 * 3_600_000
/** In ms: how far the visitor's clock may be behind the service's clock. */
const ahead = 10 * 60_000
/** The highest plausible price. Prices from the data service have the same limit. */
const highest = 1e15

/** Returns the price if it is plausible and recent. `seconds` is the Unix time of the price. */
export function recentPrice(price: unknown, seconds: unknown, now: number): number | undefined {
  if (typeof price !== 'number' || !(price > 0 && price <= highest)) return undefined
  if (typeof seconds !== 'number') return undefined
  const age = now - seconds * 1000
  return age <= oldest && age >= -ahead ? price : undefined
}

/** Returns an address as a service's list writes it: eip155 addresses are in lower case. */
export function listedAddress(network: CaipNetworkId, address: string): string {
  return network.startsWith('eip155:') ? address.toLowerCase() : address
}
