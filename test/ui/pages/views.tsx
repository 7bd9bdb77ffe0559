import { createLatchkey, type Latchkey, type OnRampProvider, type SwapProvider } from 'latchkey'
import {
  AccountButton,
  ConnectButton,
  LatchkeyButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useLatchkey,
} from 'latchkey/react'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { embeddedWallet } from '../../../src/connectors/embedded/index.ts'
import { initialIcon } from '../../../src/connectors/initial-icon.ts'
import type { ChainNamespace } from '../../../src/core/chain/namespace.ts'
import { chainNamespaces } from '../../../src/core/chain/namespace.ts'
import type { ErrorCode } from '../../../src/core/errors/catalogue.ts'
import { type ErrorOptions, latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../../src/core/wallet/adapter.ts'
import type { DataProviderFactory } from '../../../src/core/wallet/data-provider.ts'
import { localSessions } from '../../../src/siwx/index.ts'
import {
  FakeConnector as Fake,
  type FakeConnector,
  fakeFamily,
  network,
} from '../../support/fake-families.ts'
import { nftProvider } from './nfts.ts'

export interface ViewsPage {
  latchkey: Latchkey
  wallets: Readonly<Record<string, FakeConnector>>
  mount(
    // Without a platform, because a test can pass only JSON to the page.
    options?: Partial<Omit<Parameters<typeof createLatchkey>[0], 'platform'>> & {
      /** Whether a sign-in is required or optional. (A test can't pass a sign-in's functions as JSON.) */
      readonly signIn?: 'required' | 'optional'
      /** Whether the page offers swaps, at a fixed price. The wallet declines every swap. */
      readonly swaps?: boolean
      /**
       * Whether there is an embedded wallet: `beside` the page's other wallets, or `alone` together with WalletConnect.
       */
      readonly embedded?: 'beside' | 'alone'
      /** Whether there is an embedded wallet that is logged in. The scene connects it. */
      readonly own?: boolean
      /**
       * If set, the page has two on-ramp providers: Meld, and a provider with a price, without a price, or with a price
       * and a long name.
       */
      readonly sells?: 'priced' | 'unpriced' | 'long-named'
      /** Whether the page's own server answers as the data service. The test intercepts the requests to it. */
      readonly data?: boolean
      /** The state of the provider of NFTs. Default: no such provider. */
      readonly nfts?: Parameters<typeof nftProvider>[0]
      /** Whether the page has a provider of history, which lists no transactions. */
      readonly history?: boolean
      /** Whether the page also lists a Ledger, and the wallet apps on an Android phone. */
      readonly devices?: boolean
      /** Whether the page lists only WalletConnect and the wallets that the test injects. */
      readonly injected?: boolean
      /** Whether to render the app inside a shadow root. */
      readonly inShadow?: boolean
      /** Whether one button opens the wallet list and the account, instead of a button for each. */
      readonly oneButton?: boolean
      /** Whether the modal is before the buttons in the page. */
      readonly modalFirst?: boolean
      /** Whether the page shows a field with the focus as soon as the modal closes. */
      readonly nextStep?: boolean
    },
  ): void
  unmount(): void
  /** Unmounts only the modal. */
  unmountModal(): void
  /** Rejects with the error of a visitor who declines. */
  decline(): Promise<never>
  fail(code: ErrorCode): Promise<never>
  /** Makes the adapters refuse swaps. */
  breakSwaps(): void
  breakBalances(): void
  /** Holds back the nodes' answers about balances until `answerBalances` is called. */
  holdBalances(): void
  answerBalances(): void
  /** Makes the nodes answer broadcasts with this error. */
  breakNodes(code: ErrorCode, values: ErrorOptions['values']): void
  /** Adds the frame of an embedded wallet to the page. */
  placeFrame(): Promise<void>
}

function icon(letter: string, hue: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 70% 52%)"/><path d="${letter}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const natives: Record<ChainNamespace, [network: string, coin: string, symbol: string]> = {
  eip155: ['Anvil One', 'Ether', 'ETH'],
  solana: ['Solana Devnet', 'Solana', 'SOL'],
  polkadot: ['Asset Hub', 'Polkadot', 'DOT'],
  bip122: ['Bitcoin Regtest', 'Bitcoin', 'BTC'],
  cosmos: ['Cosmos Local', 'Cosmos', 'ATOM'],
}
const addresses: Record<ChainNamespace, string[]> = {
  eip155: [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ],
  solana: ['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  bip122: ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  cosmos: ['cosmos1sfe9j8ewkd96nvdd6d86jgw0kt8ycmxrqwpnc7'],
}
export const networks = chainNamespaces.flatMap((one) => {
  const [name, coin, symbol] = natives[one]
  const made = {
    ...network(`${one}:one`, name),
    nativeCurrency: { name: coin, symbol, decimals: 18 },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }
  return one === 'eip155'
    ? [
        { ...made, caipNetworkId: 'eip155:31337', id: 31337 },
        { ...made, caipNetworkId: 'eip155:31338', id: 31338, name: 'Anvil Two' },
      ]
    : [made]
}) as ReturnType<typeof network>[]

function wallet(
  id: string,
  name: string,
  options: Partial<ConstructorParameters<typeof Fake>[0]>,
  imageUrl?: string,
) {
  const made = new Fake({ id, type: 'ANNOUNCED', ...options })
  made.accounts = made.chains.flatMap((namespace) =>
    addresses[namespace].map((address) => ({
      namespace,
      address,
      type: namespace === 'bip122' ? 'payment' : 'eoa',
    })),
  ) as typeof made.accounts
  return Object.assign(made, { name, imageUrl })
}

/** Creates a connected embedded wallet, with a smart account and the account that controls it. */
function ownWallet() {
  const made = wallet('own', 'Harbour wallet', { type: 'AUTH' })
  made.accounts = addresses.eip155
    .slice(0, 2)
    .map((address, at) => ({ namespace: 'eip155', address, type: at === 0 ? 'smartAccount' : 'eoa' }))
  return made
}

/** Creates the wallets that aren't in the browser: a Ledger, and wallet apps on a phone. */
function devicesOfPage(): Record<string, FakeConnector> {
  const explorerId = '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927'
  const name = 'Mobile Wallet Adapter'
  return {
    ledger: wallet(
      'ledger',
      'Ledger',
      { type: 'EXTERNAL', chains: ['eip155', 'solana'], explorerId },
      initialIcon('Ledger'),
    ),
    phone: wallet(name, name, { chains: ['solana'] }, icon('M15 10h10v20H15Z', 170)),
  }
}

function walletsOfPage(): Record<string, FakeConnector> {
  const list = [
    wallet('walletConnect', 'WalletConnect', { type: 'WALLET_CONNECT', chains: [...chainNamespaces] }),
    wallet('io.harbor', 'Harbor', { rdns: 'io.harbor' }, icon('M10 26c4-10 16-10 20 0', 210)),
    wallet(
      'io.harbor.sol',
      'Harbor',
      { rdns: 'io.harbor', chains: ['solana'] },
      icon('M10 26c4-10 16-10 20 0', 210),
    ),
    wallet('app.moss', 'Moss Wallet', { rdns: 'app.moss' }, icon('M12 28 20 12l8 16', 150)),
    wallet('org.quartz', 'Quartz', { chains: ['polkadot'] }, icon('M20 8 30 20 20 32 10 20Z', 320)),
    wallet('com.ember', 'Ember', { chains: ['bip122'] }, icon('M20 10v20M14 16h9a4 4 0 0 1 0 8h-9', 25)),
    // The wallet's image comes from the catalogue, if there is a catalogue.
    Object.assign(wallet('zone.orbit', 'Orbit', { chains: ['cosmos'] }), { imageId: 'dev-orbit' }),
  ]
  return Object.fromEntries(list.map((one) => [one.id, one]))
}

const tokens = [
  { symbol: 'ETH', name: 'Ether', decimals: 18, price: 2500 },
  { symbol: 'USDC', name: 'USD Coin', decimals: 18, price: 1, address: `0x${'a1'.repeat(20)}` },
  { symbol: 'WBTC', name: 'Wrapped Bitcoin of somebody else', decimals: 18, address: `0x${'b2'.repeat(20)}` },
]
const exchange = `0x${'ec'.repeat(20)}`
const swapProvider: SwapProvider = {
  name: 'page',
  tokens: async (network) => (network === 'eip155:31337' ? tokens : []),
  quote: async ({ from, to, amount }) => ({
    from: from.address,
    to: to.address,
    amount,
    toAmount: amount * 2300n,
    gasPrice: 1_000_000_000n,
    fee: amount / 100n,
    route: [from.symbol, 'WBTC', to.symbol],
  }),
  approval: () => Promise.reject(new Error('None')),
  async build({ account, network, amount }) {
    return { network, from: account.slice(network.length + 1), to: exchange, data: '0x', value: amount }
  },
}

/** Lets an adapter review swaps of Ether for a token, but not send them. */
const swapExtras = {
  swapSupport: {
    async read(_, account, pair) {
      const receiver = account.slice(account.lastIndexOf(':') + 1)
      const path = [`0x${'ee'.repeat(20)}`, pair?.to.address ?? '']
      const { amount = 0n, terms } = page.latchkey.swap.state
      const amounts = { amount, minimum: terms?.minimum ?? 0n }
      return {
        kind: 'swap',
        router: exchange,
        path,
        fromCoin: true,
        toCoin: false,
        ...amounts,
        receiver,
        deadline: undefined,
      }
    },
    fee: async () => ({
      total: { value: 420_000_000_000_000n, decimals: 18, symbol: 'ETH' },
      detail: { gas: 210_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
    }),
    simulate: async () => undefined,
  },
  sendTransaction: () => page.decline(),
} as Partial<ChainAdapter>

const emptyHistory: DataProviderFactory = {
  name: 'history',
  covers: ['history'],
  create: async () => ({ transactions: async () => ({ transactions: [], next: undefined }) }),
}

function seller(sells: 'priced' | 'unpriced' | 'long-named'): OnRampProvider {
  return {
    name: 'harbour',
    label: sells === 'long-named' ? 'Harbour Exchange of the Northern Isles' : 'Harbour Exchange',
    feeRange: '1-2%',
    supportedChains: ['eip155', 'solana'],
    async quote({ paymentAmount = '0', paymentCurrency, purchaseCurrency }) {
      if (sells === 'unpriced') throw new Error('closed today')
      return {
        paymentTotal: { amount: paymentAmount, currency: paymentCurrency.id },
        purchaseAmount: { amount: '98.75', currency: purchaseCurrency.symbol },
      }
    },
    link: async () => 'https://harbour.example/buy',
  }
}

const container = document.createElement('div')
container.id = 'root'
document.body.append(container)
let root = createRoot(container)

function Publish() {
  const latchkey = useLatchkey()
  useEffect(() => {
    page.latchkey = latchkey
  }, [latchkey])
  return null
}

function Modal() {
  const [wanted, setWanted] = useState(true)
  useEffect(() => {
    page.unmountModal = () => setWanted(false)
  }, [])
  return wanted && <LatchkeyModal />
}

/** A field of the page that takes the focus as soon as the modal closes. */
function NextStep() {
  const latchkey = useLatchkey()
  const [wanted, setWanted] = useState(false)
  useEffect(() => latchkey.modal.on('closed', () => setWanted(true)), [latchkey])
  return wanted && <input ref={(field) => field?.focus()} data-testid="next-step" />
}

let families: ReturnType<typeof fakeFamily>[] = []

const page: ViewsPage = {
  latchkey: undefined as never,
  wallets: walletsOfPage(),
  mount({
    signIn,
    swaps,
    embedded,
    own,
    sells,
    nfts,
    data,
    history,
    inShadow,
    oneButton,
    modalFirst,
    nextStep,
    devices,
    injected = false,
    ...options
  } = {}) {
    if (inShadow)
      root = createRoot(
        document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }),
      )
    families = chainNamespaces.map((one) => {
      const family = fakeFamily(one)
      family.onBalance = async () => 1_234_567_890_123_456_789n
      family.symbol = natives[one][2]
      if (swaps && one === 'eip155') family.extras = swapExtras
      return family
    })
    page.wallets = {
      ...walletsOfPage(),
      ...(own && { own: ownWallet() }),
      ...(devices && devicesOfPage()),
    }
    const factories = Object.values(page.wallets)
      .filter(({ id }) => (embedded !== 'alone' && !injected) || id === 'walletConnect')
      .map(({ factory }) => factory)
    if (embedded) factories.push(embeddedWallet({ url: 'http://localhost:1/sdk' }))
    root.render(
      <StrictMode>
        <LatchkeyProvider
          create={() =>
            createLatchkey({
              networks: networks as never,
              adapters: families.map(({ factory }) => factory),
              connectors: factories,
              enableEIP6963: injected,
              enableInjected: injected,
              ...(sells && {
                meld: { publicKey: 'key', url: 'https://meld.example' },
                onRampProviders: [seller(sells)],
              }),
              ...(signIn && {
                siwx: localSessions({ required: signIn === 'required', statement: 'Welcome to Harbour' }),
              }),
              ...(swaps && { swapProvider }),
              ...(data && { endpoints: { data: `${location.origin}/data` } }),
              ...(nfts && { providers: [nftProvider(nfts)] }),
              ...(history && { providers: [emptyHistory] }),
              ...options,
            })
          }
        >
          {modalFirst && <Modal />}
          {/* Also inside a shadow root, which the page's style sheet doesn't reach. */}
          <nav style={{ display: 'flex' }}>
            {oneButton ? (
              <LatchkeyButton />
            ) : (
              <>
                <ConnectButton />
                <AccountButton />
              </>
            )}
            <NetworkButton />
          </nav>
          {nextStep && <NextStep />}
          {!modalFirst && <Modal />}
          <Publish />
        </LatchkeyProvider>
      </StrictMode>,
    )
  },
  async fail(code) {
    throw latchkeyError(code)
  },
  async decline() {
    throw latchkeyError('wallet/user-rejected')
  },
  breakSwaps() {
    for (const { adapter } of families) if (adapter) Object.assign(adapter, { swapSupport: undefined })
  },
  breakBalances() {
    for (const family of families)
      family.onBalance = async () => {
        throw latchkeyError('http/timeout', { values: { host: 'node.example', network: 'eip155:31337' } })
      }
  },
  holdBalances() {
    const held = new Promise<void>((resolve) => {
      page.answerBalances = resolve
    })
    for (const family of families)
      family.onBalance = async () => {
        await held
        return 1_234_567_890_123_456_789n
      }
  },
  answerBalances() {},
  breakNodes(code, values) {
    const refuse = async () => {
      throw latchkeyError(code, { values, details: 'Upgrade your plan' })
    }
    for (const { adapter } of families)
      if (adapter) Object.assign(adapter, { estimateFee: refuse, prepareSend: refuse })
  },
  async placeFrame() {
    await page.latchkey.frames?.put({
      attributes: { id: 'placeholder', title: 'Wallet', src: '/frame.html' },
      style: {},
    })
  },
  unmountModal() {},
  unmount() {
    // The frame is outside the app if it came before the modal's shell.
    page.latchkey.frames?.current?.remove()
    root.unmount()
    root = createRoot(container)
  },
}
Object.assign(globalThis, { page })
