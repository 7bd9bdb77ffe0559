import { cosmosRpc } from 'latchkey/wallets'
import { cosmosSurroundings, keplrKinds } from '../cosmos-surroundings.ts'
import { openWalletConnectWorld } from '../walletconnect-world.ts'
import { type Channel, everywhere, restoredHere } from './channel.ts'

const oneKey = 'a wallet of the family shows only the selected key'

export const cosmosChannel: Channel<'cosmos'> = {
  lacks: {
    'wallet.network': everywhere,
    'wallet.switch': everywhere,
    'wallet.accounts': oneKey,
    'wallet.empty': "ADR-36 doesn't allow empty messages",
    'network.add': 'the channel has no method that adds a network',
  },
  without: restoredHere,
  begin: (devnet) => ({
    open(options) {
      const { keys, surroundings } = cosmosSurroundings({
        devnet,
        methods: { ...keplrKinds, sign: 'signAmino' },
      })
      const { provider } = keys
      const accounts = (chains: readonly string[]) =>
        Promise.all(
          chains.map(async (chain) => {
            const key = await provider.getKey(chain.slice('cosmos:'.length))
            return `${chain}:${(key as { bech32Address?: string } | null)?.bech32Address}`
          }),
        )
      const request = cosmosRpc(keys)
      return openWalletConnectWorld({
        ...options,
        surroundings,
        tells: 'update',
        person: {
          async approve(chains) {
            await provider.enable(chains.map((chain) => chain.slice('cosmos:'.length)))
            return accounts(chains)
          },
          accounts,
          request: ({ method, params }, network) => request({ method, params: params as object }, network),
        },
      })
    },
  }),
}
