import { keccak_256 } from '@noble/hashes/sha3'
import { bech32 } from '@scure/base'
import { hash160 } from '../families/bytes.ts'
import { cosmosChain } from '../families/cosmos-chain.ts'
import { makeHexKey, publicKeyOf, readHexKey } from './hex-key.ts'
import type { WalletFamily } from './wallet-family.ts'

/** A secret is a private key: `0x` and 64 hex digits. Cosmos tools export it without `0x`. */
export const cosmosWallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits)',
  readSecret: readHexKey,
  makeSecret: makeHexKey,
  async addressOf(secret, network) {
    const chain = (await cosmosChain(network?.caipNetworkId)) ?? network?.cosmos
    const account =
      chain?.keyType === 'eth_secp256k1'
        ? keccak_256(publicKeyOf(secret, 'uncompressed').subarray(1)).subarray(12)
        : hash160(publicKeyOf(secret))
    return bech32.encode(chain?.bech32Prefix ?? 'cosmos', bech32.toWords(account))
  },
  async wallet({ networks, keys, known, intercept }) {
    const { cosmosWallet } = await import('latchkey/wallets')
    const chains = networks.map(({ id, cosmos }) => ({
      id: String(id),
      bech32Prefix: cosmos?.bech32Prefix ?? 'cosmos',
      keyType: cosmos?.keyType,
    }))
    const approved = known.authorized ? chains.map(({ id }) => id) : []
    const wallet = cosmosWallet({ ...known, keys, chains, approved, intercept })
    const { provider } = wallet
    return {
      // Derives the public key, which a transaction needs. The known address doesn't contain the public key.
      opened: () => wallet.addresses(chains[0]?.id ?? ''),
      request: ({ method, params }) =>
        (provider[method as 'signAmino'] as (...params: readonly unknown[]) => Promise<unknown>)(...params),
      connector: async (options) =>
        (await import('latchkey/connectors')).keplrConnector({ ...options, provider }),
      /** Returns each address once. Networks with the same prefix can have the same address. */
      async accounts() {
        const found = new Set<string>()
        for (const chain of wallet.approved)
          found.add(((await provider.getKey(chain)) as { bech32Address: string }).bech32Address)
        return [...found]
      },
    }
  },
}
