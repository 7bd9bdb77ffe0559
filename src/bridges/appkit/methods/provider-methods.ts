import type { Latchkey } from '../../../client/create-latchkey.ts'
import { type ChainNamespace, chainNamespaces } from '../../../core/chain/namespace.ts'
import type { ConnectionProvider } from '../../../core/wallet/connection-provider.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { watchValue } from '../watch-value.ts'

export type AppKitProviders = Readonly<Partial<Record<ChainNamespace, ConnectionProvider>>>

/** Methods for wallet providers, for use with other libraries. Only eip155 has a provider; use `client.adapter` for other families. */
export interface ProviderMethods {
  getProvider<T = ConnectionProvider>(namespace: ChainNamespace): T | undefined
  /** How the family is connected, such as `ANNOUNCED` or `WALLET_CONNECT`. */
  getProviderType(namespace: ChainNamespace): string | undefined
  /** The provider of the active family. */
  getWalletProvider<T = ConnectionProvider>(): T | undefined
  getWalletProviderType(): string | undefined
  subscribeProviders(listener: (providers: AppKitProviders) => void): Unsubscribe
}

export function providerMethods({
  connections,
  network,
}: Pick<Latchkey, 'connections' | 'network'>): ProviderMethods {
  // The caller chooses the provider's type, as with AppKit.
  const getProvider = <T>(namespace: ChainNamespace) => connections.of(namespace)?.provider as T | undefined
  const getProviderType = (namespace: ChainNamespace) => connections.state[namespace].wallet?.type
  const all = (): AppKitProviders =>
    Object.fromEntries(
      chainNamespaces.flatMap((namespace) => {
        const provider = getProvider<ConnectionProvider>(namespace)
        return provider ? [[namespace, provider]] : []
      }),
    )
  return {
    getProvider,
    getProviderType,
    getWalletProvider: () => getProvider(network.state.activeNamespace),
    getWalletProviderType: () => getProviderType(network.state.activeNamespace),
    subscribeProviders: (listener) => watchValue([connections], all, listener),
  }
}
