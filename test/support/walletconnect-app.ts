import { type WalletConnectOptions, walletConnect } from 'latchkey/connectors/walletconnect'
import { type MemoryPlatform, type MemoryPlatformOptions, memoryPlatform } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Connector, ConnectorApp, ConnectorEvents } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'

export const networkIds = [
  'eip155:31337',
  'eip155:31338',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  'cosmos:latchkey-1',
] as const

export const networks = networkIds.map((id) => {
  const [chainNamespace, reference] = id.split(':')
  return {
    caipNetworkId: id,
    chainNamespace,
    id: chainNamespace === 'eip155' ? Number(reference) : reference,
    name: id,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  } as ChainNetwork
})

/** A clock that counts its pending timers. */
export interface CountingClock extends Clock {
  readonly pending: number
}
export function countingClock(): CountingClock {
  let pending = 0
  const counted = (start: (run: () => void) => () => void, once: boolean) => (run: () => void) => {
    let over = false
    pending++
    const end = () => {
      if (!over) pending--
      over = true
    }
    const stop = start(() => {
      if (once) end()
      run()
    })
    return () => {
      end()
      stop()
    }
  }
  return {
    now: systemClock.now,
    after: (ms, run) => counted((inner) => systemClock.after(ms, inner), true)(run),
    every: (ms, run) => counted((inner) => systemClock.every(ms, inner), false)(run),
    get pending() {
      return pending
    },
  }
}

export interface App {
  readonly connector: Connector
  readonly platform: MemoryPlatform<Clock>
  readonly uris: string[]
  readonly told: { [E in keyof ConnectorEvents]: ConnectorEvents[E][] }
  uri(after?: number): Promise<string>
  open(signal?: AbortSignal): ReturnType<Connector['open']>
  dispose(): void
}

/** Creates a WalletConnect connector on a page of its own. */
export function openApp(
  options: WalletConnectOptions & {
    readonly name?: string
    readonly platform?: MemoryPlatform<Clock>
    readonly clock?: Clock
    readonly page?: Pick<MemoryPlatformOptions, 'traits'>
  },
): App {
  const {
    name = 'app',
    clock = systemClock,
    page,
    platform = memoryPlatform({ clock, ...page }),
    ...rest
  } = options
  const app: ConnectorApp = { name, metadata: { name: `${name} of the test` }, endpoints: {} }
  const connector = walletConnect({ storage: platform.storage, ...rest })({
    ...platform,
    clock,
    networks,
    app,
  })
  const told: App['told'] = {
    accountsChanged: [],
    networkChanged: [],
    sessionChanged: [],
    displayUri: [],
    requestSent: [],
    closed: [],
  }
  for (const event of Object.keys(told) as (keyof ConnectorEvents)[])
    connector.on(event, (payload) => void (told[event] as unknown[]).push(payload))
  return {
    connector,
    platform,
    told,
    get uris() {
      return told.displayUri.map(({ uri }) => uri)
    },
    uri: (after = 0) =>
      new Promise((resolve) => {
        const shown = told.displayUri[after]
        if (shown) return resolve(shown.uri)
        const stop = connector.on('displayUri', () => {
          const next = told.displayUri[after]
          if (!next) return
          stop()
          resolve(next.uri)
        })
      }),
    open: (signal) => connector.open({ namespaces: [], networks: networkIds }, { signal }),
    dispose: () => connector.dispose(),
  }
}
