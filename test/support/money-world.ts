import { randomBytes } from 'node:crypto'
import { base58, bech32 } from '@scure/base'
import * as btc from '@scure/btc-signer'
import { Keypair } from '@solana/web3.js'
import { bip122 } from '../../src/adapters/bip122/index.ts'
import { cosmos } from '../../src/adapters/cosmos/index.ts'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import { solana } from '../../src/adapters/solana/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import { bitcoinConnector } from '../../src/connectors/external-bitcoin.ts'
import { injectedWeb3Connector } from '../../src/connectors/external-injected-web3.ts'
import { keplrConnector } from '../../src/connectors/external-keplr.ts'
import { standardConnector } from '../../src/connectors/external-standard.ts'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { AnyAdapterFactory, ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { ConnectorFactory } from '../../src/core/wallet/connector.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import type { Fetch } from '../../src/ports.ts'
import { createPersistence } from '../../src/services/persistence.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createBip122Wallet } from '../../src/testing/wallets/bip122.ts'
import { createCosmosWallet } from '../../src/testing/wallets/cosmos.ts'
import { createPolkadotWallet } from '../../src/testing/wallets/polkadot.ts'
import { eip155Wallet } from '../../src/wallets/eip155/wallet.ts'
import { solanaWallet } from '../../src/wallets/solana/wallet.ts'
import { regtest } from './bip122-surroundings.ts'
import { type FaultyNodes, faultyNodes, settleNode } from './faulty-nodes.ts'
import { type IdleClock, idleClock } from './idle-clock.ts'
import { type Sender, sending } from './money-senders.ts'

export interface WalletOptions {
  readonly network: ChainNetwork
  readonly secret: string
  /** The URL of the wallet's node, if the wallet broadcasts. */
  readonly rpcUrl: string
  readonly fetch: Fetch
  readonly clock: IdleClock
  /** Whether the wallet's answers to send requests are lost. */
  readonly isGone: () => boolean
}

interface MoneyFamily {
  readonly adapter: () => AnyAdapterFactory
  readonly wallet: (options: WalletOptions) => ConnectorFactory
  /** Returns a new address with a balance of 0. */
  readonly receiver: () => string
  /** The smallest amount that a new account can receive. */
  readonly least: bigint
  /** Returns the secret of a new account. Default: 32 random bytes in hex. */
  readonly fresh?: (() => string) | undefined
  /** Returns the secret of the devnet's account that pays. */
  readonly secret: (devnet: Devnet) => string
}

const id = 'keys'
const name = 'Keys'
const solanaFeatures = (sends: boolean) =>
  [
    ...(['standard:disconnect', 'solana:signMessage', 'solana:signTransaction'] as const),
    ...(sends ? (['solana:signAndSendTransaction'] as const) : []),
  ] as const
const solanaFamily = (sender: Sender | undefined): MoneyFamily => ({
  adapter: solana,
  least: 1_000_000n,
  receiver: () => Keypair.generate().publicKey.toBase58(),
  secret: ({ accounts }) => accounts.alice!.solana!.secret,
  fresh: () => base58.encode(Keypair.generate().secretKey),
  wallet: (options) => {
    const { network, secret, rpcUrl, fetch, clock, isGone } = options
    return standardConnector({
      ...{ id, name },
      wallet: solanaWallet({
        secrets: [secret],
        chains: [{ id: network.caipNetworkId as `solana:${string}`, rpcUrl }],
        features: solanaFeatures(sender !== undefined),
        ...(sender && { intercept: sending('solana', sender, options, isGone) }),
        ...{ fetch, clock },
      }).standard,
    })
  },
})
const eip155Family = (sender: Sender): MoneyFamily => ({
  adapter: eip155,
  least: 10n ** 12n,
  receiver: () => `0x${randomBytes(20).toString('hex')}`,
  secret: ({ accounts }) => accounts.alice!.eip155!.secret,
  wallet: (options) => {
    const { network, secret, rpcUrl, fetch, clock, isGone } = options
    return externalConnector({
      ...{ id, name },
      provider: eip155Wallet({
        privateKeys: [secret],
        chains: [{ id: Number(network.id), rpcUrl }],
        intercept: sending('eip155', sender, options, isGone),
        ...{ fetch, clock, now: () => clock.now() },
      }).provider,
    })
  },
})

/**
 * The ways to send. Each name starts with the family. The rest of the name says which code broadcasts. In a way that is named
 * only after its family, the wallet signs and the client broadcasts.
 */
export const moneyWays = {
  'eip155 wallet': eip155Family('wallet'),
  'eip155 embedded': eip155Family('embedded'),
  'eip155 walletconnect': eip155Family('walletconnect'),
  'solana wallet': solanaFamily('wallet'),
  'solana embedded': solanaFamily('embedded'),
  'solana walletconnect': solanaFamily('walletconnect'),
  solana: solanaFamily(undefined),
  bip122: {
    adapter: bip122,
    least: 20_000n,
    receiver: () => btc.Address(regtest).encode({ type: 'wpkh', hash: randomBytes(20) }),
    secret: ({ accounts }) => accounts.alice!.bip122!.secret,
    wallet: ({ network, secret }) =>
      bitcoinConnector({
        ...{ id, name, dialect: 'sats-connect' },
        provider: createBip122Wallet({
          secret,
          networks: [network.caipNetworkId as `bip122:${string}`],
        }).satsConnect,
      }),
  },
  cosmos: {
    adapter: cosmos,
    least: 1000n,
    receiver: () => bech32.encode('cosmos', bech32.toWords(randomBytes(20))),
    secret: ({ accounts }) => accounts.alice!.cosmos!.secret,
    wallet: ({ network, secret }) =>
      keplrConnector({
        ...{ id, name },
        provider: createCosmosWallet({
          privateKeys: [secret],
          chains: [{ id: String(network.id), bech32Prefix: 'cosmos' }],
        }).provider as never,
      }),
  },
  polkadot: {
    adapter: polkadot,
    least: 10n ** 12n,
    receiver: () => writeSs58({ prefix: 42, key: randomBytes(32) }),
    secret: ({ accounts }) => accounts.alice!.polkadot!.secret,
    wallet: ({ secret }) =>
      injectedWeb3Connector({
        ...{ id, name },
        provider: createPolkadotWallet({ secrets: [secret] }).injected as never,
      }),
  },
} as const satisfies Readonly<Record<string, MoneyFamily>>
export type MoneyWay = keyof typeof moneyWays

/** Returns the secret of a new account of the way's family. */
export function freshSecret(way: MoneyWay): string {
  const family: MoneyFamily = moneyWays[way]
  return family.fresh?.() ?? `0x${randomBytes(32).toString('hex')}`
}

/** Whether the wallet broadcasts, so that the client gets the hash from the wallet. */
export const walletSends = (way: MoneyWay) => way.includes(' ')

export const familyOf = (way: MoneyWay) => way.split(' ')[0] as ChainNamespace

export interface MoneyWorld {
  readonly clock: IdleClock
  readonly nodes: FaultyNodes
  readonly network: ChainNetwork
  /** The real node's URL. */
  readonly target: string
  /** The connected account. */
  readonly from: string
  readonly adapter: ChainAdapter
  /**
   * Returns the sent transactions that the page had stored when it was last closed. For a page that was never closed, returns the
   * transactions that are stored now. Includes final transactions, which the page has removed from its storage.
   */
  stored(): readonly SentTransaction[]
  /** From now on, loses the wallet's answers to send requests. */
  loseAnswers(): void
  /** Closes the tab and opens the page again. */
  reload(): Promise<void>
  dispose(): Promise<void>
}

/**
 * Opens a client of `createLatchkey` and a wallet with real keys. Both use real nodes behind faults. `http://wallet/`
 * is the wallet's node.
 */
export async function openMoneyWorld(
  devnet: Devnet,
  way: MoneyWay,
  endpoints: 1 | 2,
  /** The secret of the account. Default: Alice's. */
  own?: string,
  /** How far the page's clock is ahead of the nodes' clocks, in ms. */
  skew = 0,
): Promise<MoneyWorld> {
  const family: MoneyFamily = moneyWays[way]
  const real = devnet.networks.find(({ chainNamespace }) => chainNamespace === familyOf(way))!
  const target = real.rpcUrls.default.http[0]!
  const clock = idleClock(Date.now() + skew)
  const urls = ['http://node1/', 'http://node2/'].slice(0, endpoints)
  const targets = Object.fromEntries([...urls, 'http://wallet/'].map((url) => [url, target]))
  const nodes = faultyNodes(targets, clock, () => settleNode(familyOf(way), target))
  const network = {
    ...real,
    rpcUrls: { default: { http: urls.map((url) => url.replace(/\/$/, '')) } },
  } as ChainNetwork
  const platform = memoryPlatform({ clock, fetch: nodes.fetch })
  const secret = own ?? family.secret(devnet)
  let gone = false
  const rpcUrl = 'http://wallet/'
  const wallet = family.wallet({ network, secret, rpcUrl, fetch: nodes.fetch, clock, isGone: () => gone })
  const app = `money-${Math.random()}`
  const settled: SentTransaction[] = []
  const open = async () => {
    const latchkey = createLatchkey({
      networks: [network],
      adapters: [family.adapter()] as never,
      connectors: [wallet],
      ...{ enableEIP6963: false, enableInjected: false, name: app, platform },
    })
    // Load the code now. Loading takes real time, and the test's clock doesn't see loading as an open request.
    await latchkey.ready()
    await latchkey.activity.prepare()
    const state = () => latchkey.account.state[familyOf(way)]
    if (!state().caipAddress) await latchkey.connect({ connectorId: id })
    const adapter = (await latchkey.adapter(familyOf(way) as never)) as unknown as ChainAdapter
    let last: SentTransaction | undefined
    adapter.on('transactionSent', ({ sent }) => {
      last = sent
    })
    latchkey.activity.on('settled', ({ hash }) => void settled.push({ ...last, hash }))
    return { latchkey, adapter, from: String(state().caipAddress) }
  }
  function read(): readonly SentTransaction[] {
    platform.page.dispatch('pagehide')
    const persistence = createPersistence({ store: platform.storage, log: platform.log, name: app })
    const texts = persistence.get('sent') ?? []
    persistence.dispose()
    return texts.map((text) => {
      const { reference, transaction } = JSON.parse(text)
      return { hash: transaction.hash, reference }
    })
  }
  let page = await open()
  let atClose: readonly SentTransaction[] | undefined
  return {
    ...{ clock, nodes, network, target },
    get from() {
      return page.from
    },
    get adapter() {
      return page.adapter
    },
    stored: () => [...(atClose ?? read()), ...settled],
    loseAnswers() {
      gone = true
    },
    async reload() {
      await clock.pass(page.latchkey.dispose())
      atClose = read()
      page = await open()
    },
    dispose: () => clock.pass(page.latchkey.dispose()),
  }
}
