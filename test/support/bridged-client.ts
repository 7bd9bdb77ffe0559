import { createLatchkey, externalConnector, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { Devnet } from 'latchkey/devnet'
import { createEip155Wallet, type Eip155Wallet, memoryPlatform } from 'latchkey/testing'
import { dangers, type HeadlessWallet, headlessWallet } from 'latchkey/wallets'
import type { AnyAdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { ConnectorFactory } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { ProviderError } from '../../src/wallets/provider-error.ts'
import { pairingUri } from './pairing-uri.ts'

/** Creates a client on the nodes of a devnet. The client finds only the wallets of `connectors`. */
export function clientOn(
  { networks }: Pick<Devnet, 'networks'>,
  adapters: readonly AnyAdapterFactory[],
  connectors: readonly ConnectorFactory[],
): Latchkey {
  return createLatchkey({
    networks,
    adapters,
    connectors,
    enableEIP6963: false,
    enableInjected: false,
    platform: memoryPlatform({ clock: systemClock, fetch: systemFetch }),
  })
}

/** Creates an eip155 development wallet on the devnet's eip155 chains, with Alice's and Bob's keys. */
export function eip155Keys({ networks, accounts }: Devnet): Eip155Wallet {
  return createEip155Wallet({
    privateKeys: ['alice', 'bob'].map((name) => accounts[name]!.eip155!.secret),
    chains: networks
      .filter(({ chainNamespace }) => chainNamespace === 'eip155')
      .map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0]! })),
  })
}

/** A connected client, and its wallet behind an extension or a relay. */
export interface BridgedWallet {
  readonly latchkey: Latchkey
  /** The requests that reached the wallet, oldest first. */
  methods(): readonly string[]
  rejectNext(method: string): void
  stop(): Promise<void>
}

export async function overExtension(devnet: Devnet): Promise<BridgedWallet> {
  const keys = eip155Keys(devnet)
  const connector = externalConnector({ id: 'keys', name: 'Keys', provider: keys.provider })
  const latchkey = clientOn(devnet, [eip155()], [connector])
  await latchkey.connect({ connectorId: 'keys' })
  return {
    latchkey,
    methods: () => keys.script.requests.map(({ method }) => method),
    rejectNext: (method) => keys.script.next(method, 'reject'),
    stop: () => latchkey.dispose(),
  }
}

/**
 * Connects a client to a wallet over WalletConnect. With an empty `adapters`, the client sends requests through the session
 * without an adapter.
 */
export async function overRelay(
  devnet: Devnet,
  adapters: readonly AnyAdapterFactory[] = [eip155()],
): Promise<BridgedWallet> {
  const { networks, relay } = devnet
  const rejected = new Set<string>()
  const wallet: HeadlessWallet = await headlessWallet({
    relayUrl: relay!.url,
    networks,
    accounts: [devnet.accounts.alice!],
    allowDanger: dangers,
    async approve({ method }) {
      if (rejected.delete(method)) throw new ProviderError(4001, 'The person rejected it.')
    },
  })
  const platform = memoryPlatform({ clock: systemClock, fetch: systemFetch })
  const latchkey: Latchkey = createLatchkey({
    networks,
    adapters,
    endpoints: { relay: relay!.url },
    platform,
    connectors: [walletConnect({ storage: platform.storage })],
  })
  await latchkey.ready()
  const pairing = latchkey.pairing.pair()
  await wallet.pair(await pairingUri(latchkey, pairing))
  await pairing
  return {
    latchkey,
    methods: () => wallet.requests.map(({ method }) => method),
    rejectNext: (method) => void rejected.add(method),
    async stop() {
      await latchkey.dispose()
      await wallet.stop()
    },
  }
}
