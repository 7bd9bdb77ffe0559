import { createECDH, createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { cosmosPrefix } from '../families/cosmos-prefix.ts'
import { makeHexKey, readHexKey } from './hex-key.ts'
import type { WalletFamily } from './wallet-family.ts'

/** The secret is a private key as `0x` and 64 hex digits. Cosmos tools export it without the `0x`. */
export const cosmosWallets: WalletFamily = {
  secretForm: 'a private key of this chain family (64 hex digits)',
  readSecret: readHexKey,
  makeSecret: makeHexKey,
  async addressOf(secret, network) {
    const pair = createECDH('secp256k1')
    pair.setPrivateKey(secret.slice(2), 'hex')
    const key = Buffer.from(pair.getPublicKey('hex', 'compressed'), 'hex')
    const hash = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest()
    return bech32.encode((await cosmosPrefix(network?.caipNetworkId)) ?? 'cosmos', bech32.toWords(hash))
  },
  async wallet({ networks, keys, known, intercept }) {
    const { cosmosWallet } = await import('latchkey/wallets')
    const chains = networks.map(({ id, cosmos }) => ({
      id: String(id),
      bech32Prefix: cosmos?.bech32Prefix ?? 'cosmos',
    }))
    const approved = known.authorized ? chains.map(({ id }) => id) : []
    const wallet = cosmosWallet({ ...known, keys, chains, approved, intercept })
    const { provider } = wallet
    return {
      // A transaction needs the public key, which an address doesn't tell.
      opened: () => wallet.addresses(chains[0]?.id ?? ''),
      request: ({ method, params }) =>
        (provider[method as 'signAmino'] as (...params: readonly unknown[]) => Promise<unknown>)(...params),
      async connector(options) {
        const { keplrConnector } = await import('latchkey/connectors')
        return keplrConnector({ ...options, provider })
      },
      /** One address per prefix, on the approved chains. */
      async accounts() {
        const found = new Set<string>()
        for (const chain of wallet.approved)
          found.add(((await provider.getKey(chain)) as { bech32Address: string }).bech32Address)
        return [...found]
      },
      // Each request names its network.
      network: async () => undefined,
    }
  },
}
