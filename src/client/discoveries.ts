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

  const has = (...families: readonly ChainNamespace[]) => families.some((one) => namespaces.includes(one))
  if (page.kind === 'browser') {
    if (options.enableEIP6963 && has('eip155'))
      offer(async () => (await import('../connectors/injected/eip6963.ts')).discoverEip6963)
    if (options.enableInjected && has('eip155'))
      offer(async () => (await import('../connectors/injected/legacy-ethereum.ts')).discoverLegacyInjected)
    if (options.enableInjected && has('solana', 'bip122'))
      offer(async () => (await import('../connectors/injected/wallet-standard.ts')).discoverWalletStandard)
    if (options.enableInjected && has('bip122'))
      offer(async () => (await import('../connectors/injected/bitcoin/discovery.ts')).discoverBitcoinWindow)
    if (options.enableInjected && has('cosmos'))
      offer(async () => (await import('../connectors/injected/keplr-wallets.ts')).discoverKeplrWallets)
    if (options.enableInjected && has('polkadot'))
      offer(async () => (await import('../connectors/injected/injected-web3.ts')).discoverInjectedWeb3)
  }
  return { all, begun: () => Promise.all(loading) }
}
