import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { generalPrefix, readSs58, writeSs58 } from './ss58.ts'

type Network = ChainNetwork<'polkadot'>

/**
 * The normal form of an address: with the prefix of the network, or with the general prefix where none is named. Undefined for
 * a text that is no address. One key under two prefixes is one account, so addresses are compared in this form only.
 */
export function normalizeAddress(address: string, network?: Network): string | undefined {
  const read = readSs58(address)
  return typeof read === 'string' ? undefined : spelled(read.key, network)
}

/** @throws `validation/invalid-address` that says what is wrong. */
export function receiverAddress(address: string, network: Network): string {
  const read = typeof address === 'string' ? readSs58(address) : 'is missing'
  if (typeof read !== 'string') return spelled(read.key, network)
  throw latchkeyError('validation/invalid-address', { values: { reason: `${address} ${read}` } })
}

function spelled(key: Uint8Array, network: Network | undefined): string {
  return writeSs58({ prefix: network?.ss58Prefix ?? generalPrefix, key })
}
