import type { CaipNetworkId } from './caip.ts'

/** A Bitcoin network's address formats. `reference` is the network's CAIP-2 reference: the first half of its genesis hash. */
export interface BitcoinChain {
  readonly reference: string
  /** The bech32 prefix (BIP-173). */
  readonly hrp: string
  /** Version bytes of Base58Check addresses. */
  readonly pubKeyHash: number
  readonly scriptHash: number
}

const test = { pubKeyHash: 0x6f, scriptHash: 0xc4 } as const

/** The known networks, by the names that wallets use. testnet3 isn't listed, because testnet4 (BIP-94) replaces it. */
export const bitcoinChains = {
  mainnet: { reference: '000000000019d6689c085ae165831e93', hrp: 'bc', pubKeyHash: 0, scriptHash: 5 },
  testnet4: { reference: '00000000da84f2bafbbc53dee25a72ae', hrp: 'tb', ...test },
  signet: { reference: '00000008819873e925422c1ff0f99f7c', hrp: 'tb', ...test },
  regtest: { reference: '0f9188f13cb7b2c71f2a335e3a4fc328', hrp: 'bcrt', ...test },
} as const satisfies Readonly<Record<string, BitcoinChain>>

export type BitcoinChainName = keyof typeof bitcoinChains

/** Returns the name of a network by its CAIP-2 id. Returns undefined if the network is unknown. */
export function bitcoinChainName(network: CaipNetworkId | undefined): BitcoinChainName | undefined {
  const names = Object.keys(bitcoinChains) as BitcoinChainName[]
  return names.find((name) => network === bitcoinNetwork(name))
}

export function bitcoinNetwork(name: BitcoinChainName): CaipNetworkId<'bip122'> {
  return `bip122:${bitcoinChains[name].reference}`
}

/**
 * Returns the CAIP-2 id of the network with this name. Understands the spellings of several wallets, such as `BITCOIN_SIGNET`,
 * `bitcoin:signet` and `Signet`.
 */
export function bitcoinNetworkNamed(text: unknown): CaipNetworkId<'bip122'> | undefined {
  const name = typeof text === 'string' ? text.toLowerCase().replace(/^bitcoin[_:]/, '') : ''
  return Object.hasOwn(bitcoinChains, name) ? bitcoinNetwork(name as BitcoinChainName) : undefined
}
