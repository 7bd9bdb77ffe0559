import { bip122Surroundings } from '../bip122-surroundings.ts'
import { openWalletConnectWorld } from '../walletconnect-world.ts'
import { accountsOn, type Channel, everywhere, restoredHere } from './channel.ts'

export const bip122Channel: Channel<'bip122'> = {
  lacks: {
    'wallet.network': everywhere,
    'wallet.switch': everywhere,
    'wallet.bytes': 'signMessage accepts only texts, not bytes',
  },
  without: restoredHere,
  begin: (devnet) => ({
    open(options) {
      const { keys, surroundings } = bip122Surroundings(devnet, 'JSON-RPC')
      const { networks, addressOn = (address: string) => address } = surroundings
      const connect = keys.standard.features['bitcoin:connect'] as {
        connect(): Promise<{ accounts: readonly { readonly address: string }[] | string }>
      }
      return openWalletConnectWorld({
        ...options,
        surroundings,
        person: {
          async approve(chains) {
            const { accounts } = await connect.connect()
            if (typeof accounts === 'string') return accountsOn(chains, accounts)
            if (accounts.length === 0) return []
            return chains.flatMap((chain) => {
              const network = networks.find(({ caipNetworkId }) => caipNetworkId === chain)
              return network
                ? accountsOn(
                    [chain],
                    surroundings.addresses.map((address) => addressOn(address, network)),
                  )
                : []
            })
          },
          request: ({ method, params }, network) =>
            keys.request({ method, params: params as object }, network),
        },
      })
    },
  }),
}
