import { base58 } from '@scure/base'
import { parseAddress } from '../adapters/bip122/address.ts'
import { normalizeAddress as cosmosAddress } from '../adapters/cosmos/address.ts'
import { readSs58 } from '../adapters/polkadot/ss58.ts'
import { checksumAddress } from '../adapters/shared/eip55.ts'
import { bitcoinChainName, bitcoinChains } from '../core/chain/bip122.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import type { ChainNamespace } from '../core/chain/namespace.ts'

/** The one spelling of an address in a message; undefined for a text that is no address of the chain. */
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

/** Whether a text is an address of the chain, spelled as messages spell it: with the checksum where there is one. */
export function isAccount(namespace: ChainNamespace, text: string, chain: CaipNetworkId): boolean {
  return spellings[namespace](text, chain) === text
}

/** Whether two addresses of a chain are the same account. Polkadot has one for each chain, with the same key. */
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

/** The 32 bytes of an ed25519 key. */
export function solanaKey(text: string): Uint8Array | undefined {
  if (text.length > 44) return undefined
  try {
    const key = base58.decode(text)
    return key.length === 32 ? key : undefined
  } catch {
    return undefined
  }
}
