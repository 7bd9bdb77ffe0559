import { solanaSurroundings } from '../solana-surroundings.ts'
import { openWalletConnectWorld } from '../walletconnect-world.ts'
import { accountsOn, type Channel, everywhere, restoredHere } from './channel.ts'

export const solanaChannel: Channel<'solana'> = {
  lacks: { 'wallet.network': everywhere, 'wallet.switch': everywhere },
  without: restoredHere,
  begin: (devnet) => ({
    open(options) {
      const { keys, surroundings } = solanaSurroundings({ devnet, reachedBy: 'rpc' })
      const standard = keys.standard.features['standard:connect'] as {
        connect(): Promise<{ accounts: readonly { readonly address: string }[] | string }>
      }
      return openWalletConnectWorld({
        ...options,
        surroundings,
        person: {
          async approve(chains) {
            const { accounts } = await standard.connect()
            const shown = typeof accounts === 'string' ? accounts : accounts.map(({ address }) => address)
            return accountsOn(chains, shown)
          },
          request: ({ method, params }, network) =>
            keys.request({ method, params: params as object }, network),
        },
      })
    },
  }),
}
