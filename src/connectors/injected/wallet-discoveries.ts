import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Options } from '../../core/options/options.ts'
import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'
import { discoverSafe } from '../safe/discovery.ts'
import { discoverBitcoinWindow } from './bitcoin/discovery.ts'
import { claims, type InjectedDiscovery } from './claims.ts'
import { discoverEip6963 } from './eip6963.ts'
import { discoverInjectedWeb3 } from './injected-web3.ts'
import { discoverKeplrWallets } from './keplr-wallets.ts'
import { discoverLegacyInjected } from './legacy-ethereum.ts'
import { discoverWalletStandard } from './wallet-standard.ts'

/**
 * Returns the enabled discoveries of injected wallets. They are in one chunk, because separate chunks would save little and cost
 * more requests. `expected` has the ids of wallets that the visitor used before or the host lists. These wallets are always
 * listed.
 */
export function walletDiscoveries(
  {
    enableEIP6963,
    enableInjected,
    safeOrigins,
  }: Pick<Options, 'enableEIP6963' | 'enableInjected' | 'safeOrigins'>,
  namespaces: readonly ChainNamespace[],
  expected: readonly string[] = [],
): readonly ConnectorDiscovery[] {
  const injected = (family: ChainNamespace) => enableInjected && namespaces.includes(family)
  const ways: readonly [wanted: boolean, discover: InjectedDiscovery][] = [
    [enableEIP6963 && namespaces.includes('eip155'), discoverEip6963],
    [injected('eip155'), discoverLegacyInjected],
    [namespaces.includes('eip155'), discoverSafe(safeOrigins)],
    [injected('solana') || injected('bip122'), discoverWalletStandard],
    [injected('bip122'), discoverBitcoinWindow],
    [injected('cosmos'), discoverKeplrWallets],
    [injected('polkadot'), discoverInjectedWeb3],
  ]
  // Share the ids, so that a wallet can't hide a wallet of another family by claiming the same id. All discoveries also share the
  // space for icons. But each discovery has its own limits on the number of wallets.
  const taken = new Set<string>()
  const icons = { kept: 0 }
  const expects = (id: string) => expected.includes(id)
  return ways
    .filter(([wanted]) => wanted)
    .map(
      ([, discover]): ConnectorDiscovery =>
        (context, found) =>
          discover(context, found, claims(context.log, { expects, taken, icons })),
    )
}
