import { polkadotChain } from '../polkadot-chain.ts'
import { polkadotSurroundings } from '../polkadot-world.ts'
import { openWalletConnectWorld } from '../walletconnect-world.ts'
import { accountsOn, type Channel, everywhere, restoredHere } from './channel.ts'

export const polkadotChannel: Channel<'polkadot'> = {
  lacks: { 'wallet.network': everywhere, 'wallet.switch': everywhere },
  without: restoredHere,
  begin(devnet) {
    const chain = polkadotChain(devnet.networks, devnet.accounts.dave!.polkadot!.secret)
    return {
      open(options) {
        const { keys, surroundings } = polkadotSurroundings({ devnet, chain, reachedBy: 'rpc' })
        return openWalletConnectWorld({
          ...options,
          surroundings,
          person: {
            async approve(chains) {
              await keys.request({ method: 'enable' })
              const shown = await keys.request({ method: 'accounts.get' })
              const addresses = Array.isArray(shown) ? shown.map(({ address }) => address) : shown
              return accountsOn(chains, addresses)
            },
            request: ({ method, params }) => keys.request({ method, params: params as object }),
          },
        })
      },
      close: () => chain.close(),
    }
  },
}
