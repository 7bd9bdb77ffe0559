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
 * for, and what looks for it is not loaded.
 */
export function createDiscoveries(
  options: Pick<Options, 'enableEIP6963' | 'enableInjected'>,
  namespaces: readonly ChainNamespace[],
  page: Page,
  log: Logger,
): Discoveries {
  const loading: Promise<unknown>[] = []
  const all: ConnectorDiscovery[] = []

  function offer(load: () => Promise<ConnectorDiscovery>): void {
    all.push((context, found) => {
      let stop: Unsubscribe | undefined
      let stopped = false
      const begin = async () => {
        const discover = await load()
        if (!stopped) stop = discover(context, found)
      }
      loading.push(begin().catch((error) => log.error('Wallets cannot be looked for', error)))
      return () => {
        stopped = true
        stop?.()
      }
    })
  }

  if (page.kind === 'browser') {
    if (options.enableEIP6963 && namespaces.includes('eip155'))
      offer(async () => (await import('../connectors/injected/eip6963.ts')).discoverEip6963)
    if (options.enableInjected && namespaces.includes('eip155'))
      offer(async () => (await import('../connectors/injected/legacy-ethereum.ts')).discoverLegacyInjected)
    if (options.enableInjected && namespaces.some((one) => one !== 'eip155'))
      offer(async () =>
        (await import('../connectors/injected/other-families.ts')).discoverOtherFamilies(namespaces),
      )
  }
  return { all, begun: () => Promise.all(loading) }
}
