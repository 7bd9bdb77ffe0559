import { base58 } from '@scure/base'
import { parseAddress } from '../adapters/bip122/address.ts'
import { normalizeAddress as cosmosAddress } from '../adapters/cosmos/address.ts'
import { readSs58 } from '../adapters/polkadot/ss58.ts'
import { checksumAddress } from '../adapters/shared/eip55.ts'
import { bitcoinChainName, bitcoinChains } from '../core/chain/bip122.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'

/**
 * Converts an address to the spelling that messages use, by family. Returns undefined if the text isn't an address of the
 * family or, on a well-known Bitcoin network, of this network.
 */
const spellings: Readonly<
  Record<ChainNamespace, (text: string, chain: CaipNetworkId) => string | undefined>
> = {
  eip155: checksumAddress,
  solana: (text) => (solanaKey(text) ? text : undefined),
  polkadot: (text) => (typeof readSs58(text) === 'string' ? undefined : text),
  bip122(text, chain) {
    const name = bitcoinChainName(chain)
    const parsed = parseAddress(text)
    return parsed && (!name || parsed.isOn(bitcoinChains[name])) ? parsed.address : undefined
  },
  cosmos: (text) => cosmosAddress(text),
}

/** Returns whether a text is an address in the spelling that messages use (see `spellings`). A checksum must be right. */
export function isAccount(namespace: ChainNamespace, text: string, chain: CaipNetworkId): boolean {
  return spellings[namespace](text, chain) === text
}

/** Returns whether two addresses belong to the same account. On Polkadot, one key has a different address on each network. */
export function isSameAccount(
  namespace: ChainNamespace,
  [one, other]: readonly [string, string],
  chain: CaipNetworkId,
): boolean {
  const idOf = (text: string) => {
    const ss58 = namespace === 'polkadot' ? readSs58(text) : ''
    return typeof ss58 === 'string' ? spellings[namespace](text, chain) : ss58.key.join()
  }
  const id = idOf(one)
  return id !== undefined && id === idOf(other)
}

/** Decodes a Solana address to its ed25519 key, 32 bytes. */
export function solanaKey(text: string): Uint8Array | undefined {
  if (text.length > 44) return undefined
  try {
    const key = base58.decode(text)
    return key.length === 32 ? key : undefined
  } catch {
    return undefined
  }
}
