import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { generalPrefix, readSs58, writeSs58 } from './ss58.ts'

type Network = ChainNetwork<'polkadot'>

/**
 * Normalizes an address to the network's SS58 prefix. Without a network, or if the network has no prefix, uses the generic
 * prefix. Returns undefined for text that isn't an address. The same key with two prefixes is one account, so compare addresses
 * only in this form.
 */
export function normalizeAddress(address: string, network?: Network): string | undefined {
  const read = readSs58(address)
  return typeof read === 'string' ? undefined : spelled(read.key, network)
}

/** @throws `validation/invalid-address` with the reason. */
export function recipientAddress(address: string, network: Network): string {
  if (typeof address !== 'string') throw refuse('the address is missing')
  const read = readSs58(address)
  if (typeof read === 'string') throw refuse(`${address} ${read}`)
  return spelled(read.key, network)
}

function refuse(reason: string) {
  return latchkeyError('validation/invalid-address', { values: { reason } })
}

function spelled(key: Uint8Array, network: Network | undefined): string {
  return writeSs58({ prefix: network?.ss58Prefix ?? generalPrefix, key })
}
