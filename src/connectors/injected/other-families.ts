import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ConnectorDiscovery } from '../../core/wallet/connector.ts'

/** One discovery of the wallets of these families, eip155 aside; only what they need is loaded. */
export async function discoverOtherFamilies(
  namespaces: readonly ChainNamespace[],
): Promise<ConnectorDiscovery> {
  const has = (family: ChainNamespace) => namespaces.includes(family)
  const loading: Promise<ConnectorDiscovery>[] = []
  if (has('solana') || has('bip122'))
    loading.push(import('./wallet-standard.ts').then((module) => module.discoverWalletStandard))
  if (has('bip122'))
    loading.push(import('./bitcoin/discovery.ts').then((module) => module.discoverBitcoinWindow))
  if (has('cosmos')) loading.push(import('./keplr-wallets.ts').then((module) => module.discoverKeplrWallets))
  if (has('polkadot'))
    loading.push(import('./injected-web3.ts').then((module) => module.discoverInjectedWeb3))
  const all = await Promise.all(loading)
  return (context, found) => {
    const stops = all.map((discover) => discover(context, found))
    return () => {
      for (const stop of stops) stop()
    }
  }
}
