import type { ChainNamespace } from '../core/chain/namespace.ts'
import type { Options } from '../core/options.ts'
import type { ConnectorDiscovery } from '../core/wallet/connector.ts'
import type { Logger, Page, Unsubscribe } from '../ports.ts'

export interface Discoveries {
  readonly all: readonly ConnectorDiscovery[]
  /** Resolves when every discovery that was begun is at work. */
  begun(): Promise<unknown>
}

/**
 * How wallets are found on the page, for the families that have an adapter: what nobody could connect to is not looked
 * for, and where nothing is looked for, nothing is loaded for it.
 */
export function createDiscoveries(
  options: Pick<Options, 'enableEIP6963' | 'enableInjected' | 'safeOrigins'>,
  namespaces: readonly ChainNamespace[],
  page: Page,
  log: Logger,
): Discoveries {
  const loading: Promise<unknown>[] = []

  const discover: ConnectorDiscovery = (context, found) => {
    const stops: Unsubscribe[] = []
    let stopped = false
    const failed = (error: unknown) => log.error('Wallets cannot be looked for', error)
    const begin = async () => {
      const { walletDiscoveries } = await import('../connectors/injected/wallet-discoveries.ts')
      if (stopped) return
      for (const begun of walletDiscoveries(options, namespaces)) {
        // One that fails does not stop the others.
        try {
          stops.push(begun(context, found))
        } catch (error) {
          failed(error)
        }
      }
    }
    loading.push(begin().catch(failed))
    return () => {
      stopped = true
      for (const stop of stops) stop()
    }
  }

  const ethereum = namespaces.includes('eip155') && options.enableEIP6963
  const wanted = page.kind === 'browser' && namespaces.length > 0 && (ethereum || options.enableInjected)
  return { all: wanted ? [discover] : [], begun: () => Promise.all(loading) }
}
