import { eip155Surroundings } from '../eip155-surroundings.ts'
import { openWalletConnectWorld } from '../walletconnect-world.ts'
import { accountsOn, type Channel, everywhere, restoredHere } from './channel.ts'

/** A wallet that approves all networks at once, as most wallets do. */
export const eip155Everywhere: Channel<'eip155'> = {
  lacks: { 'wallet.network': everywhere, 'wallet.switch': everywhere },
  without: {
    ...restoredHere,
    'a network that the wallet does not know is added before the switch': everywhere,
    'a switch fails if the user declines to add the network to the wallet': everywhere,
  },
  begin: (devnet) => ({
    open(options) {
      const { keys, ...surroundings } = eip155Surroundings(devnet)
      const request = (method: string, params: unknown = []) =>
        keys.provider.request({ method, params: params as unknown[] })
      return openWalletConnectWorld({
        ...options,
        surroundings,
        person: {
          approve: async (chains) => accountsOn(chains, await request('eth_requestAccounts')),
          request: ({ method, params }) => request(method, params),
        },
      })
    },
  }),
}

/**
 * A wallet that approves only its current network. When the wallet switches, it adds the new network to the session.
 */
export const eip155OneAtATime: Channel<'eip155'> = {
  lacks: {},
  without: {
    ...restoredHere,
    'connecting keeps a network that was not requested, as an unknown network':
      'a session covers only networks that were proposed',
    'reconnecting keeps the network of the wallet': 'a session covers every network that the wallet was on',
    'a wallet that switched to another network without an event gets no send request':
      'each request names its network, so the network that the wallet shows does not matter',
  },
  begin: (devnet) => ({
    open(options) {
      const { keys, ...surroundings } = eip155Surroundings(devnet)
      const request = (method: string, params: unknown = []) =>
        keys.provider.request({ method, params: params as unknown[] })
      const visited = new Set<string>()
      const here = () => [...visited.add(`eip155:${keys.chainId}`)]
      return openWalletConnectWorld({
        ...options,
        surroundings,
        person: {
          approve: async () => accountsOn(here(), await request('eth_requestAccounts')),
          accounts: async () => accountsOn(here(), await keys.addresses()),
          async request({ method, params }, network, wallet) {
            const before = keys.chainId
            const answer = await request(method, params)
            if (keys.chainId !== before) {
              await wallet.update()
              await wallet.emit('chainChanged', keys.chainId, network)
            }
            return answer
          },
        },
      })
    },
  }),
}
