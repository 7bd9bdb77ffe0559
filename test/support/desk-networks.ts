import type { ServiceNetwork } from '../../src/core/wallet/wallet-service.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'

/** Returns the networks of a devnet, as the operator of a data service names them. */
export function deskNetworks({ networks }: Pick<Devnet, 'networks'>): readonly ServiceNetwork[] {
  return networks.map(({ caipNetworkId: id, name, rpcUrls, nativeCurrency, cosmos }) => ({
    ...{ id, name, rpcUrl: rpcUrls.default.http[0] ?? '', nativeCurrency, cosmos },
  }))
}
