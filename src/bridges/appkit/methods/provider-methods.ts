import type { Latchkey } from '../../../client/create-latchkey.ts'
import { type ChainNamespace, chainNamespaces } from '../../../core/chain/namespace.ts'
import type { ConnectionProvider } from '../../../core/wallet/connection-provider.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { watchValue } from '../watch-value.ts'

export type AppKitProviders = Readonly<Partial<Record<ChainNamespace, ConnectionProvider>>>

/**
 * The methods that return wallet providers, for other libraries. Only eip155 has a provider. For other families, use
 * `client.adapter`.
 */
export interface ProviderMethods {
  getProvider<T = ConnectionProvider>(namespace: ChainNamespace): T | undefined
  /** Returns the type of the family's connector, such as `ANNOUNCED` or `WALLET_CONNECT`. */
  getProviderType(namespace: ChainNamespace): string | undefined
  /** Returns the provider of the active family. */
  getWalletProvider<T = ConnectionProvider>(): T | undefined
  getWalletProviderType(): string | undefined
  subscribeProviders(listener: (providers: AppKitProviders) => void): Unsubscribe
}

export function providerMethods({
  connections,
  network,
}: Pick<Latchkey, 'connections' | 'network'>): ProviderMethods {
  // As in AppKit, the caller chooses the provider's type.
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
