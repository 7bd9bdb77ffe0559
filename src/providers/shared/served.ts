import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { DataProvider, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { ReportedNftPage } from '../../core/wallet/nft.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../ports.ts'

type ReadPage<P> = (owner: string, cursor: string | undefined, opts?: CallOptions) => Promise<P>

/** A service's reader of one network. */
interface NetworkReader {
  /** Returns whether the service serves the network. */
  serves(opts?: CallOptions): Promise<boolean>
  balances(owner: string, opts?: CallOptions): Promise<readonly ReportedBalance[]>
  /** Loads the reader of the history. */
  history?(): Promise<ReadPage<ProvidedPage> | undefined>
  /** Loads the reader of NFTs. */
  nfts?(): Promise<ReadPage<ReportedNftPage>>
}

/**
 * Creates the functions of a provider from a reader for each network. Each reader is created once, when it is first used. A
 * provider without history must leave out `transactions`, and one without NFTs must leave out `nfts`. The client then asks
 * another provider.
 * @param create Creates the reader of a network. Returns undefined if the service can't read the network.
 */
export function servedData(
  create: (network: CaipNetworkId) => NetworkReader | undefined,
): Required<Pick<DataProvider, 'serves' | 'balances' | 'transactions' | 'nfts'>> {
  const made: Record<CaipNetworkId, NetworkReader | undefined> = {}
  async function reader(network: CaipNetworkId, opts?: CallOptions): Promise<NetworkReader | undefined> {
    made[network] ??= create(network)
    return (await made[network]?.serves(opts)) ? made[network] : undefined
  }
  return {
    serves: async (network, opts) => (await reader(network, opts)) !== undefined,
    async balances(account, opts) {
      const { networkId, address } = parseCaipAddress(account)
      return (await reader(networkId, opts))?.balances(address, opts)
    },
    async transactions(account, cursor, opts) {
      const { networkId, address } = parseCaipAddress(account)
      return (await (await reader(networkId, opts))?.history?.())?.(address, cursor, opts)
    },
    async nfts(account, cursor, opts) {
      const { networkId, address } = parseCaipAddress(account)
      return (await (await reader(networkId, opts))?.nfts?.())?.(address, cursor, opts)
    },
  }
}
