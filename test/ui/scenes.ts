import type { Page } from 'playwright-core'
import type { View } from '../../src/controllers/shell/views.ts'
import { amountIn } from '../../src/ui-react/language/amount.ts'
import { accountRowWords, accountWords, leavingWords } from '../../src/ui-react/language/english/account.ts'
import { accountNameWords } from '../../src/ui-react/language/english/account-name.ts'
import { allWalletsWords } from '../../src/ui-react/language/english/all-wallets.ts'
import { buyWords } from '../../src/ui-react/language/english/buy.ts'
import { buyingWords, purchasesWords, whatIsBuyWords } from '../../src/ui-react/language/english/buying.ts'
import { connectWords, legalWords } from '../../src/ui-react/language/english/connect.ts'
import { connectingWords } from '../../src/ui-react/language/english/connecting.ts'
import { emailWords, socialWords, upgradeWords } from '../../src/ui-react/language/english/embedded.ts'
import { failedWords } from '../../src/ui-react/language/english/failed.ts'
import { downloadWords, helpWords } from '../../src/ui-react/language/english/help.ts'
import { activityWords, holdingsWords } from '../../src/ui-react/language/english/holdings.ts'
import { legalGateWords } from '../../src/ui-react/language/english/legal-gate.ts'
import {
  multiChainWords,
  switchFamilyWords,
  switchNetworkWords,
  unsupportedWords,
} from '../../src/ui-react/language/english/networks.ts'
import { nftWords } from '../../src/ui-react/language/english/nfts.ts'
import { linkWords } from '../../src/ui-react/language/english/pairing.ts'
import { reviewWords } from '../../src/ui-react/language/english/review.ts'
import { receiveWords, sendWords } from '../../src/ui-react/language/english/send.ts'
import { sendingWords, sentWords } from '../../src/ui-react/language/english/sending.ts'
import {
  approveWords,
  nameWords,
  noticeWords,
  shellWords,
  titleWords,
} from '../../src/ui-react/language/english/shell.ts'
import { signedInWords, signInWords } from '../../src/ui-react/language/english/sign-in.ts'
import { sessionWords } from '../../src/ui-react/language/english/smart-sessions.ts'
import { swapPreviewWords, swapWords } from '../../src/ui-react/language/english/swap.ts'
import { swapBridgeWords } from '../../src/ui-react/language/english/swap-bridge.ts'
import { createLanguage, type Language } from '../../src/ui-react/language/language.ts'
import { loaderOf } from '../../src/ui-react/language/locales.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'

const custom = [
  {
    id: 'lantern',
    name: 'Lantern',
    mobile_link: 'lantern://',
    webapp_link: 'https://lantern.example',
    desktop_link: 'lantern-desktop://',
  },
  { id: 'tide', name: 'Tide', rdns: 'app.tide', homepage: 'https://tide.example' },
]
type Mount = Parameters<ViewsPage['mount']>[0]
type Step = (page: Page, language: Language) => Promise<unknown>
/** Runs a function in the page, with the page's fakes and client. */
export const inPage = <T>(page: Page, run: (world: ViewsPage) => T) =>
  page.evaluate(`(${run.toString()})(globalThis.page)`) as Promise<Awaited<T>>
export const click =
  (id: string) =>
  (page: Page): Promise<unknown> =>
    page.getByTestId(id).click()
export const open = click('connect-button')
/** Clicks at the position of the first wallet in the list. The wallet is dimmed until the visitor accepts the terms. */
export const clickDimmed: Step = async (page) => {
  const row = page.getByTestId('wallet-selector-app.moss')
  await row.waitFor()
  await page.evaluate(stands)
  const place = await row.boundingBox()
  if (!place) throw new Error('no row')
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
}
/** Opens the QR code. On a phone, the QR code is behind "all wallets", because visitors can't scan their own screen. */
const openCode: Step = async (page) => {
  await open(page)
  const row = page.getByTestId('wallet-selector-walletconnect')
  const all = page.getByTestId('all-wallets')
  await all.waitFor()
  if (!(await row.isVisible())) await all.click()
  await row.click()
}
/** Opens a view as a host does, without a button in the modal. */
const opensView =
  (view: 'AllWallets' | 'ConnectWallets' | 'ConnectSocials' | 'EmailLogin'): Step =>
  async (page) => {
    await page.waitForFunction('page.latchkey')
    await page.evaluate(
      (name) => (globalThis as unknown as { page: ViewsPage }).page.latchkey.open({ view: name }),
      view,
    )
  }
const never: Step = (page) =>
  inPage(page, (world) => {
    for (const wallet of Object.values(world.wallets)) wallet.onOpen = () => new Promise(() => {})
  })
const pairs: Step = (page) =>
  inPage(page, (world) => {
    const wallet = world.wallets.walletConnect
    if (!wallet) throw new Error('no WalletConnect')
    wallet.onOpen = () => {
      setTimeout(() => {
        const uri = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}&expiryTimestamp=1800000000`
        wallet.events.emit('displayUri', { uri, expiresAt: Date.now() + 240_000 })
      }, 50)
      return new Promise(() => {})
    }
  })
const refuses: Step = (page) =>
  inPage(page, (world) => {
    const { walletConnect } = world.wallets
    if (walletConnect) walletConnect.onOpen = () => world.decline()
  })
const connect =
  (id: string): Step =>
  async (page) => {
    await open(page)
    await page.getByTestId(`wallet-selector-${id}`).click()
    await page.getByTestId('account-button').waitFor()
  }

const sending: readonly Step[] = [
  connect('app.moss'),
  click('account-button'),
  click('wallet-features-send-button'),
  (page) => page.getByTestId('send-token').getByText('ETH').waitFor(),
]
/** Opens the review of a send that nodes answer with an error. */
const failing = (breaks: (world: ViewsPage) => void): readonly Step[] => [
  ...sending,
  (page) => inPage(page, breaks),
  type('send-amount', '0.25'),
  type('send-receiver', stranger),
  click('send-preview'),
  (page) => page.getByTestId('why-not').waitFor(),
]
/** Answers as the data service of a host: one finished purchase, and one that waits for its payment. */
const answerPurchases: Step = async (page) => {
  const purchase = (id: string, status: string, amount: string, minutesAgo: number) => ({
    id,
    metadata: {
      hash: status === 'ONRAMP_TRANSACTION_STATUS_SUCCESS' ? `0x${'cd'.repeat(32)}` : '',
      chain: 'eip155:31337',
      minedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      status,
    },
    transfers: [{ fungible_info: { name: 'Ether', symbol: 'ETH' }, quantity: { numeric: amount } }],
  })
  const data = [
    purchase('second', 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', '0.02', 4),
    purchase('first', 'ONRAMP_TRANSACTION_STATUS_SUCCESS', '0.0395', 3000),
  ]
  await page.route('**/data/v1/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const body = pathname.endsWith('/supported-chains')
      ? { http: ['eip155:31337'] }
      : pathname.endsWith('/history')
        ? { data }
        : {}
    return route.fulfill({ json: body })
  })
}
/**
 * Opens the review of a send, with prices. `answer` decides the wallet's answer: with `later`, the wallet answers when the page
 * calls `answer`. `phase` is the transaction's first phase. A pending transaction is confirmed when the page calls `land`.
 */
export const reviewing = (
  answer: 'later' | 'declines' | 'declines-once' | 'lost' | 'sends',
  phase: 'pending' | 'confirmed' | 'failed' = 'pending',
): readonly Step[] => [
  ...sending,
  (page) =>
    page.evaluate(
      async ([answer, first]) => {
        const { page: world } = globalThis as unknown as { page: ViewsPage }
        const { latchkey } = world
        const { token } = latchkey.send.state
        if (!token) throw new Error('no token is selected')
        await latchkey.send.setToken({ ...token, price: 2500 })
        const from = latchkey.account.state.eip155.caipAddress
        const network = latchkey.network.state.activeNetworks.eip155?.caipNetworkId
        const { activity } = latchkey as unknown as { activity: { sent(event: object): Promise<void> } }
        let told = () => {}
        let refused = false
        let landed = () => {}
        let phase = first
        const confirmed = new Promise<void>((resolve) => {
          landed = resolve
        })
        const page = Object.assign(globalThis, {
          asked: 0,
          answer: () => told(),
          refuse() {
            refused = true
            told()
          },
          land() {
            phase = 'confirmed'
            landed()
          },
        })
        const send = async () => {
          page.asked++
          if (answer === 'later') {
            refused = false
            await new Promise<void>((resolve) => {
              told = resolve
            })
            if (refused) return world.decline()
          }
          if (answer === 'lost')
            return world.fail('rpc/maybe-sent').catch((error: Error) => {
              throw Object.assign(error, { reference: 'the request' })
            })
          if (answer === 'declines' || (answer === 'declines-once' && page.asked === 1))
            return world.decline()
          const hash = `0x${'ab'.repeat(32)}`
          const to = latchkey.send.state.receiverAddress
          const params = { from, to, amount: 250_000_000_000_000_000n }
          await activity.sent({ connectionId: 'c', namespace: 'eip155', network, hash, from, params })
          return { hash }
        }
        const status = () =>
          phase === 'confirmed'
            ? { phase, confirmations: 1 }
            : phase === 'failed'
              ? { phase, reason: '' }
              : { phase }
        Object.assign(await latchkey.adapter('eip155'), {
          prepareSend: async () => ({ send }),
          findCandidates: async () => [{ hash: `0x${'cd'.repeat(32)}` }],
          getTransactionStatus: async () => status(),
          async waitForTransaction() {
            if (phase === 'pending') await confirmed
            if (phase === 'failed') return world.fail('node/transaction-failed')
            return status()
          },
        })
      },
      [answer, phase] as const,
    ),
  type('send-amount', '0.25'),
  type('send-receiver', stranger),
  click('send-preview'),
  (page) => page.getByTestId('review-fee').waitFor(),
]
/** Ends a swap with an outcome that only a network could cause. */
const ended =
  (phase: 'replaced' | 'unknown'): Step =>
  (page) =>
    page.evaluate((phase) => {
      const { swap } = (globalThis as unknown as { page: ViewsPage }).page.latchkey
      const result = { terms: swap.state.terms, hash: `0x${'ab'.repeat(32)}`, phase, short: false }
      ;(swap as unknown as { patch(part: object): void }).patch({ result, review: undefined })
    }, phase)
/** Ends the first half of a swap between networks. */
const halfDone =
  (phase: keyof typeof halves): Step =>
  (page) =>
    page.evaluate((half) => {
      const { latchkey } = (globalThis as unknown as { page: ViewsPage }).page
      const { swap, network } = latchkey
      const bridge = { name: 'across', network: network.state.requestedNetworks[1] }
      const terms = { ...swap.state.terms, bridge }
      const arrival = { phase: half }
      const result = { terms, hash: `0x${'ab'.repeat(32)}`, phase: 'confirmed', arrival, short: false }
      ;(swap as unknown as { patch(part: object): void }).patch({ result, review: undefined })
    }, phase)
/** The words for each phase of the second half of a swap between networks. */
const halves = {
  pending: 'arriving',
  partial: 'partial',
  refunded: 'refunded',
  failed: 'stuck',
} as const satisfies Record<string, keyof (typeof swapBridgeWords)['strings']>
/** Lists one swap between networks for each phase of its second half. */
const bridged: Step = (page) =>
  inPage(page, async ({ latchkey }) => {
    const account = latchkey.account.state.eip155.caipAddress!
    const [first, other] = latchkey.network.state.requestedNetworks
    const { activity } = latchkey as unknown as { activity: { bridged(...swap: unknown[]): Promise<void> } }
    for (const phase of ['pending', 'arrived', 'partial', 'refunded', 'failed', 'unknown'])
      await activity.bridged(
        {
          ...{ account, network: first!.caipNetworkId, toNetwork: other!.caipNetworkId, hash: phase, phase },
          ...{ provider: 'lifi', bridge: 'across', at: Date.now(), sold: '250', soldSymbol: 'USDC' },
          ...{ symbol: 'USDC', decimals: 6, minimum: '1', before: '0' },
        },
        'followed',
      )
  })
/** Sends one transaction for each outcome. */
export const sent: Step = (page) =>
  inPage(page, async (world) => {
    const { latchkey } = world
    const adapter = await latchkey.adapter('eip155')
    const from = latchkey.account.state.eip155.caipAddress!
    const network = latchkey.network.state.activeNetworks.eip155!.caipNetworkId as `eip155:${string}`
    const waits = {
      pending: () => new Promise<never>(() => {}),
      unknown: () => world.fail('node/transaction-unknown'),
      replaced: () => world.fail('node/transaction-replaced'),
      failed: () => world.fail('node/transaction-failed'),
      confirmed: async () => ({ phase: 'confirmed', confirmations: 1 }) as const,
    }
    Object.assign(adapter, {
      getTransactionStatus: async (_: unknown, { hash: phase }: { hash: string }) =>
        phase === 'replaced'
          ? { phase, reason: phase, hash: 'another' }
          : { phase, reason: '', confirmations: 1 },
      waitForTransaction: (_: unknown, { hash }: { hash: keyof typeof waits }) => waits[hash](),
    })
    const { activity } = latchkey as unknown as { activity: { sent(event: object): Promise<void> } }
    for (const hash of Object.keys(waits)) {
      const params = { from, to: `0x${'12'.repeat(20)}`, amount: 250_000_000_000_000_000n }
      await activity.sent({ connectionId: 'c', namespace: 'eip155', network, hash, from, params })
    }
  })
export const type =
  (id: string, text: string): Step =>
  (page) =>
    page.getByTestId(id).fill(text)
const swapping: readonly Step[] = [
  connect('app.moss'),
  click('account-button'),
  click('wallet-features-swaps-button'),
  (page) => page.getByTestId('swap-pick-sourceToken').getByText('ETH').waitFor(),
]
export const swappingSome: readonly Step[] = [
  ...swapping,
  click('swap-pick-toToken'),
  click('swap-token-USDC'),
  (page) => page.getByTestId('swap-input-sourceToken').fill('0.5'),
  (page) => page.getByTestId('swap-details').waitFor(),
]
const reviewingSwap: readonly Step[] = [
  ...swappingSome,
  click('swap-action-button'),
  (page) => page.locator('[data-testid=swap-confirm]:enabled').waitFor(),
]
const buying: readonly Step[] = [
  connect('app.moss'),
  click('account-button'),
  click('wallet-features-onramp-button'),
  (page) => page.getByTestId('buy-currency').waitFor(),
]
/** Sets whether the browser opens the windows of the page. */
const windows =
  (opens: boolean): Step =>
  (page) =>
    page.evaluate((does) => {
      const window = { closed: false, opener: null, location: { href: '' }, close() {} }
      globalThis.open = () => (does ? (window as unknown as Window) : null)
    }, opens)
const buyThere: readonly Step[] = [
  click('onramp-provider-harbour'),
  click('buy-continue'),
  (page) => page.getByTestId('open-provider').waitFor(),
]
const signingIn: readonly Step[] = [
  open,
  click('wallet-selector-app.moss'),
  (page) => page.getByTestId('sign-in-site').waitFor(),
]
/** Lets a wallet grant more than the page requested. A visitor must check such a session. */
const granting: readonly Step[] = [
  connect('app.moss'),
  (page) =>
    inPage(page, async ({ latchkey }) => {
      const token = `0x${'5f'.repeat(20)}` as const
      const usdc = `0x${'a1'.repeat(20)}` as const
      const signer = { type: 'wallet' } as const
      const coin = (allowance: `0x${string}`) =>
        ({ type: 'native-token-transfer', data: { allowance } }) as const
      const more = [
        { type: 'erc20-token-transfer', data: { address: usdc, allowance: '0x3b9aca00' } },
        {
          type: 'contract-call',
          data: { address: token, calls: ['approve(address,uint256)', '0x12345678'] },
        },
      ] as const
      const policies = [
        { type: 'call-limit', data: { count: 3 } },
        { type: 'rate-limit', data: { count: 1, interval: 3600 } },
      ] as const
      const held = { symbol: 'USDC', name: 'USD Coin', decimals: 6, value: 5n, address: usdc }
      Object.assign(await latchkey.adapter('eip155'), {
        getWalletAssets: async () => [held],
        permissions: {
          support: async () => ({ supported: true }),
          grant: async (_: string, request: object) => [
            { ...request, permissions: [coin('0xb1a2bc2ec50000'), ...more], policies, context: '0xab' },
          ],
          revoke: async () => {},
        },
      })
      const permissions = [coin('0x2386f26fc10000'), ...more]
      const limits = [...policies, { type: 'gas-limit', data: { limit: '0x7a120' } }] as const
      await latchkey.smartSessions.grant({ expiry: 4_102_444_800, signer, permissions, policies: limits })
    }),
  (page) => page.getByTestId('session-done').waitFor(),
]
/** The site refuses the sign-in of an account that belongs to another user. */
const refusedSignIn: readonly Step[] = [
  ...signingIn,
  (page) =>
    page.evaluate(() => {
      const { page: world } = globalThis as unknown as { page: ViewsPage }
      return world.fail('siwx/other-user').catch((error: unknown) => {
        const { signIn } = world.latchkey
        ;(signIn as unknown as { patch(part: object): void }).patch({ error })
      })
    }),
]
const stranger = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

const email = 'ada@harbour.example'
/** Connects an embedded wallet that is logged in, and opens its view. */
const opensOwn = (
  view: View,
  { state = {}, data = {} }: { readonly state?: object; readonly data?: object } = {},
): readonly Step[] => [
  (page) => page.getByTestId('connect-button').waitFor(),
  (page) =>
    page.evaluate(
      async ([view, data, state]) => {
        const { latchkey } = (globalThis as unknown as { page: ViewsPage }).page
        await latchkey.connect({ connectorId: 'own' })
        const { embeddedWallet } = latchkey
        Object.assign(embeddedWallet, { confirmDevice: () => new Promise(() => {}) })
        ;(embeddedWallet as unknown as { patch(part: object): void }).patch(state)
        await latchkey.open({ view: 'Account' })
        latchkey.router.push(view, data)
      },
      [
        view,
        data,
        {
          email: 'ada@harbour.example',
          dashboardUrl: 'https://wallet.harbour.example/',
          smartAccountNetworks: [31337],
          ...state,
        },
      ] as const,
    ),
]
/** Opens a view of the login, before the visitor is connected. */
const opensLogin = (view: View, data: object, state: object = {}): readonly Step[] => [
  (page) => page.getByTestId('connect-button').waitFor(),
  (page) =>
    page.evaluate(
      async ([view, data, state]) => {
        const { latchkey } = (globalThis as unknown as { page: ViewsPage }).page
        const { embeddedWallet } = latchkey
        Object.assign(embeddedWallet, { confirmDevice: () => new Promise(() => {}) })
        ;(embeddedWallet as unknown as { patch(part: object): void }).patch(state)
        await latchkey.open()
        latchkey.router.push(view, data)
      },
      [view, data, state] as const,
    ),
]
/** Opens a view with the names of the service. The account owns `owned`. */
const naming = (view: View, owned?: string): readonly Step[] => [
  connect('app.moss'),
  (page) =>
    page.evaluate(
      ([view, owned]) => {
        const { latchkey } = (globalThis as unknown as { page: ViewsPage }).page
        const { names, account, router } = latchkey
        const patch = (part: object) => (names as unknown as { patch(part: object): void }).patch(part)
        const identity = { account: account.state.eip155.caipAddress, name: owned }
        Object.assign(names, {
          identify: async () => {},
          suggestions: async (label: string) => {
            const found = [
              { name: `${label}.reown.id`, registered: true },
              { name: `${label}-bay.reown.id`, registered: false },
              { name: `${label}2026.reown.id`, registered: false },
            ]
            patch({ suggestions: label && { label, names: found } })
          },
        })
        patch({ identity })
        return latchkey.open({ view: 'Account' }).then(() => router.push(view))
      },
      [view, owned] as const,
    ),
]

const overrides = {}
/** Loads the texts of a language of the package. */
export const languageOf = async (tag: string): Promise<Language> =>
  createLanguage({ tag, locale: await loaderOf(tag)?.(), overrides })
export const languages = {
  en: await languageOf('en'),
  es: await languageOf('es'),
  ar: await languageOf('ar'),
} as const

const nfts: readonly Step[] = [connect('app.moss'), click('account-button'), click('tab-nfts')]
const sendingNft: readonly Step[] = [
  ...nfts,
  click('nft-12'),
  click('nft-send'),
  type('send-receiver', stranger),
]
export interface Scene {
  readonly name: string
  readonly view: View
  /** The view that a phone shows in place of `view`. */
  readonly phoneView?: View
  readonly mount?: Mount
  readonly steps: readonly Step[]
  /** Returns a text that is visible when the view has rendered. */
  readonly shows: (language: Language) => string
}
/** Runs the steps of a scene. Resolves when its view and its text are visible. */
export async function playScene(
  page: Page,
  { view, phoneView, steps, shows }: Scene,
  language: Language,
): Promise<void> {
  for (const step of steps) await step(page, language)
  await page.locator(`:is([data-view=${view}], [data-view=${phoneView}])`).first().waitFor()
  await page.getByText(shows(language)).first().waitFor()
}
/** The scenes: views in their states, on a page without a service. */
export const scenes: readonly Scene[] = [
  {
    name: 'connect',
    view: 'Connect',
    mount: {
      termsConditionsUrl: 'https://app.example/terms',
      privacyPolicyUrl: 'https://app.example/privacy',
    },
    steps: [open],
    shows: ({ say }) => say(titleWords, 'Connect'),
  },
  {
    name: 'connect-legal',
    view: 'Connect',
    mount: { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } },
    steps: [open],
    shows: ({ say }) => say(legalWords, 'terms'),
  },
  {
    name: 'connect-legal-first',
    view: 'Connect',
    mount: { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } },
    steps: [open, clickDimmed],
    shows: ({ say }) => say(legalGateWords, 'agreeFirst'),
  },
  {
    name: 'connect-empty',
    view: 'Connect',
    mount: { connectors: [] },
    steps: [open],
    shows: ({ say }) => say(connectWords, 'none'),
  },
  {
    name: 'connect-wallets',
    view: 'ConnectWallets',
    mount: { embedded: 'beside' },
    steps: [opensView('ConnectWallets')],
    shows: () => 'Moss Wallet',
  },
  {
    name: 'connect-socials',
    view: 'ConnectSocials',
    mount: {
      embedded: 'beside',
      features: { socials: ['google', 'apple', 'github', 'x', 'discord', 'farcaster', 'facebook'] },
    },
    steps: [opensView('ConnectSocials')],
    shows: () => 'GitHub',
  },
  {
    name: 'email-login',
    view: 'EmailLogin',
    mount: { embedded: 'beside' },
    steps: [opensView('EmailLogin')],
    shows: ({ say }) => say(titleWords, 'EmailLogin'),
  },
  {
    name: 'connecting-external',
    view: 'ConnectingExternal',
    steps: [never, open, click('wallet-selector-app.moss')],
    shows: ({ say }) => say(connectingWords, 'heading', { wallet: 'Moss Wallet' }),
  },
  {
    name: 'connecting-external-declined',
    view: 'ConnectingExternal',
    steps: [
      (page) =>
        inPage(page, (world) => {
          const w = world.wallets['app.moss']
          if (w) w.onOpen = () => world.decline()
        }),
      open,
      click('wallet-selector-app.moss'),
    ],
    shows: ({ say }) => say(failedWords, 'wallet/user-rejected.title'),
  },
  {
    name: 'connect-devices',
    view: 'Connect',
    mount: { devices: true },
    steps: [open],
    shows: ({ say }) => say(nameWords, 'phoneWallet'),
  },
  {
    name: 'connecting-ledger',
    view: 'ConnectingExternal',
    mount: { devices: true },
    steps: [never, open, click('wallet-selector-ledger')],
    shows: ({ say }) => say(connectingWords, 'deviceHeading', { wallet: 'Ledger' }),
  },
  {
    name: 'connecting-ledger-wrong-app',
    view: 'ConnectingExternal',
    mount: { devices: true },
    steps: [
      (page) =>
        inPage(page, (world) => {
          const { ledger } = world.wallets
          if (ledger) ledger.onOpen = () => world.fail('ledger/wrong-app')
        }),
      open,
      click('wallet-selector-ledger'),
    ],
    shows: ({ say }) => say(failedWords, 'tryAgain'),
  },
  {
    name: 'connecting-phone-wallet',
    view: 'ConnectingExternal',
    mount: { devices: true },
    steps: [never, open, click('wallet-selector-Mobile Wallet Adapter')],
    shows: ({ say }) => say(connectingWords, 'heading', { wallet: say(nameWords, 'phoneWallet') }),
  },
  {
    name: 'connecting-multi-chain',
    view: 'ConnectingMultiChain',
    steps: [open, click('wallet-selector-io.harbor')],
    shows: ({ say }) => say(multiChainWords, 'heading', { wallet: 'Harbor' }),
  },
  {
    name: 'walletconnect-qr',
    view: 'ConnectingWalletConnect',
    steps: [pairs, openCode, (page) => page.getByTestId('qr-code').waitFor()],
    shows: ({ say }) => say(linkWords, 'copy'),
  },
  {
    name: 'walletconnect-qr-waiting',
    view: 'ConnectingWalletConnect',
    steps: [never, openCode],
    shows: ({ say }) => say(linkWords, 'copy'),
  },
  {
    name: 'walletconnect-tabs',
    view: 'ConnectingWalletConnect',
    mount: { customWallets: custom },
    steps: [
      pairs,
      open,
      click('wallet-selector-custom-lantern'),
      (page) => page.getByTestId('tab-web').click(),
      (page) => page.getByTestId('open-wallet').waitFor(),
    ],
    shows: ({ say }) => say(linkWords, 'continue', { wallet: 'Lantern' }),
  },
  {
    name: 'walletconnect-qr-declined',
    view: 'ConnectingWalletConnect',
    steps: [refuses, openCode],
    shows: ({ say }) => say(connectingWords, 'other'),
  },
  {
    name: 'walletconnect-link-declined',
    view: 'ConnectingWalletConnect',
    mount: { customWallets: custom },
    steps: [
      refuses,
      open,
      click('wallet-selector-custom-lantern'),
      (page) => page.getByTestId('tab-web').click(),
      (page) => page.getByTestId('try-again').waitFor(),
    ],
    shows: ({ say }) => say(connectingWords, 'other'),
  },
  {
    name: 'walletconnect-unsupported',
    view: 'ConnectingWalletConnect',
    mount: { customWallets: custom },
    steps: [never, open, click('wallet-selector-custom-tide')],
    shows: ({ say }) => say(linkWords, 'notDetected'),
  },
  {
    name: 'walletconnect-basic',
    view: 'ConnectingWalletConnectBasic',
    phoneView: 'AllWallets',
    mount: { manualWCControl: true },
    steps: [open],
    shows: ({ say }) => say(connectWords, 'allWallets'),
  },
  {
    name: 'all-wallets',
    view: 'AllWallets',
    mount: { customWallets: custom },
    steps: [open, click('all-wallets')],
    shows: () => 'Lantern',
  },
  {
    name: 'all-wallets-none',
    view: 'AllWallets',
    mount: { customWallets: custom },
    steps: [
      open,
      click('all-wallets'),
      (page, { say }) => page.getByLabel(say(allWalletsWords, 'search')).fill('zzz'),
    ],
    shows: ({ say }) => say(allWalletsWords, 'none'),
  },
  {
    name: 'all-wallets-none-installed',
    view: 'AllWallets',
    mount: { customWallets: custom, connectors: [] },
    steps: [
      opensView('AllWallets'),
      (page, { say }) => page.getByLabel(say(allWalletsWords, 'search')).fill('zzz'),
    ],
    shows: ({ say }) => say(allWalletsWords, 'noneShorter'),
  },
  {
    name: 'what-is-a-wallet',
    view: 'WhatIsAWallet',
    steps: [open, click('header-help')],
    shows: ({ say }) => say(helpWords, 'getWallet'),
  },
  {
    name: 'get-wallet',
    view: 'GetWallet',
    steps: [open, click('header-help'), click('get-wallet')],
    shows: () => 'MetaMask',
  },
  {
    name: 'downloads',
    view: 'Downloads',
    steps: [
      pairs,
      open,
      click('all-wallets'),
      (page) => page.getByRole('searchbox').fill('rainbow'),
      (page) => page.getByTestId('lk-card').locator('.row', { hasText: 'Rainbow' }).click(),
      click('get-this-wallet'),
    ],
    shows: ({ say }) => say(downloadWords, 'ios'),
  },
  {
    name: 'what-is-a-network',
    view: 'WhatIsANetwork',
    steps: [click('network-button'), click('what-is-a-network')],
    shows: ({ say }) => say(titleWords, 'WhatIsANetwork'),
  },
  {
    name: 'account',
    view: 'Account',
    steps: [
      connect('app.moss'),
      click('account-button'),
      (page, { tag }) =>
        page
          .getByTestId('balance')
          .getByText(amountIn(tag, { value: 1_234n, decimals: 3 }))
          .waitFor(),
    ],
    shows: ({ say }) => say(leavingWords, 'disconnect'),
  },
  {
    name: 'account-unread',
    view: 'Account',
    steps: [
      (page) => inPage(page, (world) => world.breakBalances()),
      connect('app.moss'),
      click('account-button'),
      (page) => page.getByTestId('balance-again').waitFor(),
    ],
    shows: ({ say }) => say(accountWords, 'noBalance'),
  },
  {
    name: 'account-nfts',
    view: 'Account',
    mount: { nfts: 'some' },
    steps: [...nfts, click('all-nfts'), (page) => page.getByTestId('nfts-spam').waitFor()],
    shows: () => 'Lighthouse 12',
  },
  {
    name: 'account-value',
    view: 'Account',
    steps: [
      (page) => page.getByTestId('connect-button').waitFor(),
      (page) =>
        inPage(page, async ({ latchkey }) => {
          const held = (name: string, symbol: string, value: bigint, price: number, address?: string) => ({
            ...{ name, symbol, address, decimals: 18, value, price },
          })
          const unit = 10n ** 15n
          Object.assign(await latchkey.adapter('eip155'), {
            getWalletAssets: async () => [
              held('Ether', 'ETH', 1234n * unit, 2500),
              held('USD Coin', 'USDC', 250_000n * unit, 1, `0x${'a1'.repeat(20)}`),
              held('Harbour', 'HRB', 12n * unit, 0.5, `0x${'b2'.repeat(20)}`),
            ],
          })
        }),
      connect('app.moss'),
      click('account-button'),
      (page) => page.getByTestId('total').waitFor(),
    ],
    shows: () => 'USD Coin',
  },
  {
    name: 'account-scrolled',
    view: 'Account',
    mount: { nfts: 'some' },
    steps: [
      ...nfts,
      click('all-nfts'),
      (page) => page.getByTestId('nfts-spam').waitFor(),
      (page) => page.getByTestId('account-network').scrollIntoViewIfNeeded(),
      (page) => page.locator('[data-scrolled]').waitFor(),
    ],
    shows: ({ say }) => say(titleWords, 'Account'),
  },
  {
    name: 'account-nfts-none',
    view: 'Account',
    mount: { nfts: 'none' },
    steps: nfts,
    shows: ({ say }) => say(nftWords, 'noneAdvice'),
  },
  {
    name: 'account-nfts-waiting',
    view: 'Account',
    mount: { nfts: 'silent' },
    steps: [...nfts, (page) => page.getByRole('tabpanel').getByRole('status').waitFor()],
    shows: ({ say }) => say(holdingsWords, 'nfts'),
  },
  {
    name: 'account-nfts-failed',
    view: 'Account',
    mount: { nfts: 'failing' },
    steps: [...nfts, (page) => page.getByTestId('nfts-again').waitFor()],
    shows: ({ say }) => say(nftWords, 'loadFailed'),
  },
  {
    name: 'wallet-nft',
    view: 'WalletNft',
    mount: { nfts: 'some' },
    steps: [...nfts, click('nft-3')],
    shows: () => 'Harbor passes',
  },
  {
    name: 'wallet-nft-spam',
    view: 'WalletNft',
    mount: { nfts: 'some' },
    steps: [...nfts, click('all-nfts'), click('nfts-spam'), click('nft-99')],
    shows: ({ say }) => say(nftWords, 'spam'),
  },
  {
    name: 'wallet-send-nft',
    view: 'WalletSend',
    mount: { nfts: 'some' },
    steps: sendingNft,
    shows: ({ say }) => say(sendWords, 'previewSend'),
  },
  {
    name: 'wallet-send-nft-preview',
    view: 'WalletSendPreview',
    mount: { nfts: 'some' },
    steps: [...sendingNft, click('send-preview'), (page) => page.getByTestId('review-fee').waitFor()],
    shows: ({ say }) => say(reviewWords, 'careful'),
  },
  {
    name: 'switch-address',
    view: 'SwitchAddress',
    steps: [connect('app.moss'), click('account-button'), click('account-switch-address')],
    shows: ({ say }) => say(accountRowWords, 'switchTo'),
  },
  {
    name: 'profile',
    view: 'Profile',
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'Connect' })),
      click('wallet-selector-com.ember'),
      (page, { say }) => page.getByTestId('page-notice').getByText(say(noticeWords, 'connected')).waitFor(),
      click('account-button'),
      click('account-switch-address'),
    ],
    shows: ({ say }) => say(accountRowWords, 'inUse'),
  },
  {
    name: 'wallet-receive',
    view: 'WalletReceive',
    steps: [connect('app.moss'), click('account-button'), click('wallet-features-receive-button')],
    shows: ({ say }) => say(receiveWords, 'only'),
  },
  {
    name: 'wallet-compatible-networks',
    view: 'WalletCompatibleNetworks',
    steps: [
      connect('app.moss'),
      click('account-button'),
      click('wallet-features-receive-button'),
      click('receive-networks'),
    ],
    shows: () => 'Anvil Two',
  },
  {
    name: 'swap',
    view: 'Swap',
    mount: { swaps: true },
    steps: swapping,
    shows: ({ say }) => say(swapWords, 'selectToken'),
  },
  {
    name: 'swap-details',
    view: 'Swap',
    mount: { swaps: true },
    steps: [...swappingSome, click('swap-details')],
    shows: ({ say }) => say(swapWords, 'providerFee'),
  },
  {
    name: 'swap-select-token',
    view: 'SwapSelectToken',
    mount: { swaps: true },
    steps: [...swapping, click('swap-pick-toToken'), (page) => page.getByTestId('swap-token-USDC').waitFor()],
    shows: () => 'Wrapped Bitcoin',
  },
  {
    name: 'swap-preview',
    view: 'SwapPreview',
    mount: { swaps: true },
    steps: reviewingSwap,
    shows: ({ say }) => say(swapPreviewWords, 'cancel'),
  },
  {
    name: 'swap-unsupported',
    view: 'SwapPreview',
    mount: { swaps: true },
    steps: [
      ...swappingSome,
      (page) => inPage(page, async (world) => world.breakSwaps()),
      click('swap-action-button'),
      (page) => page.getByTestId('why-not').waitFor(),
    ],
    // A retry would fail again, because the adapter doesn't support swaps.
    shows: ({ say }) => say(shellWords, 'back'),
  },
  {
    name: 'swap-declined',
    view: 'SwapPreview',
    mount: { swaps: true },
    steps: [...reviewingSwap, click('swap-confirm'), (page) => page.locator('.declined').waitFor()],
    shows: ({ say }) => say(swapWords, 'again'),
  },
  ...(['replaced', 'unknown'] as const).map(
    (phase): Scene => ({
      name: `swap-${phase}`,
      view: 'SwapPreview',
      mount: { swaps: true },
      steps: [...reviewingSwap, ended(phase)],
      shows: ({ say }) => say(swapPreviewWords, phase),
    }),
  ),
  ...(Object.keys(halves) as (keyof typeof halves)[]).map(
    (phase): Scene => ({
      name: `swap-half-${phase}`,
      view: 'SwapPreview',
      mount: { swaps: true },
      steps: [...reviewingSwap, halfDone(phase)],
      shows: ({ say }) => say(swapBridgeWords, halves[phase], { network: 'Anvil Two' }),
    }),
  ),
  {
    name: 'sent-bridges',
    view: 'Transactions',
    steps: [
      connect('app.moss'),
      click('account-button'),
      bridged,
      click('tab-activity'),
      click('all-activity'),
    ],
    shows: ({ say }) => say(swapBridgeWords, 'arrived', { network: 'Anvil Two' }),
  },
  {
    name: 'sent-outcomes',
    view: 'Transactions',
    steps: [connect('app.moss'), click('account-button'), sent, click('tab-activity'), click('all-activity')],
    shows: ({ say }) => say(holdingsWords, 'unknown'),
  },
  {
    name: 'wallet-send',
    view: 'WalletSend',
    steps: sending,
    shows: ({ say }) => say(sendWords, 'addAmount'),
  },
  {
    name: 'wallet-send-unread',
    view: 'WalletSend',
    steps: [
      (page) => inPage(page, (world) => world.breakBalances()),
      connect('app.moss'),
      (page) => inPage(page, ({ latchkey }) => latchkey.open({ view: 'WalletSend' })),
      (page) => page.getByTestId('balance-again').waitFor(),
    ],
    shows: ({ say }) => say(accountWords, 'noBalance'),
  },
  {
    name: 'wallet-send-short',
    view: 'WalletSend',
    steps: [...sending, type('send-amount', '2000'), type('send-receiver', stranger)],
    shows: ({ say }) => say(sendWords, 'insufficientFunds'),
  },
  {
    name: 'wallet-send-wrong',
    view: 'WalletSend',
    steps: [
      ...sending,
      type('send-amount', `0.${'1'.repeat(19)}`),
      type('send-receiver', '0x12 34'),
      (page) => page.getByTestId('send-receiver').blur(),
    ],
    shows: ({ say }) => say(sendWords, 'notAnAddress', { network: 'Anvil One' }),
  },
  {
    name: 'wallet-send-select-token',
    view: 'WalletSendSelectToken',
    steps: [...sending, click('send-token'), (page) => page.getByTestId('token-ETH').waitFor()],
    shows: () => 'ETH',
  },
  {
    name: 'wallet-send-preview',
    view: 'WalletSendPreview',
    steps: [
      ...sending,
      type('send-amount', '0.25'),
      type('send-receiver', stranger),
      click('send-preview'),
      (page) => page.getByTestId('review-fee').waitFor(),
    ],
    shows: ({ say }) => say(reviewWords, 'careful'),
  },
  {
    name: 'wallet-send-waiting',
    view: 'WalletSendPreview',
    steps: [...reviewing('later'), click('review-send')],
    shows: ({ say }) => say(sendingWords, 'stop'),
  },
  {
    name: 'wallet-send-declined',
    view: 'WalletSendPreview',
    steps: [
      ...reviewing('declines'),
      click('review-send'),
      (page) => page.getByTestId('why-not').waitFor(),
      (page) => page.getByTestId('review-fee').waitFor(),
    ],
    shows: ({ say }) => say(reviewWords, 'again'),
  },
  ...(['pending', 'confirmed', 'failed'] as const).map(
    (phase): Scene => ({
      name: `wallet-sent-${phase}`,
      view: 'WalletSent',
      steps: [...reviewing('sends', phase), click('review-send')],
      shows: ({ say }) => say(sentWords, phase),
    }),
  ),
  {
    name: 'wallet-send-costs',
    view: 'WalletSendPreview',
    steps: [
      ...sending,
      (page) =>
        inPage(page, async ({ latchkey }) => {
          const adapter = await latchkey.adapter('eip155')
          const estimate = adapter.estimateFee.bind(adapter)
          const detail = { dataFee: 1n, protectedSats: 10n ** 16n, unusualRate: true }
          Object.assign(adapter, {
            estimateFee: async (...given: Parameters<typeof estimate>) => ({
              ...(await estimate(...given)),
              detail,
            }),
          })
        }),
      type('send-amount', '0.25'),
      type('send-receiver', stranger),
      click('send-preview'),
      (page) => page.getByTestId('review-fee').waitFor(),
    ],
    shows: ({ say }) => say(reviewWords, 'unusualFee'),
  },
  {
    name: 'wallet-send-locked',
    view: 'WalletSend',
    steps: [
      ...sending,
      (page) =>
        inPage(page, async ({ latchkey }) => {
          const { token } = latchkey.send.state
          if (!token) throw new Error('no token is selected')
          const tenth = 10n ** BigInt(token.amount.decimals - 1)
          const locked = [
            { value: 15n * tenth, reason: 'frozen' },
            { value: 2n * tenth, reason: 'reserved' },
          ] as const
          await latchkey.send.setToken({ ...token, amount: { ...token.amount, locked } })
        }),
      (page) => page.getByTestId('locked-reserved').waitFor(),
    ],
    shows: ({ say }) => say(sendWords, 'addAmount'),
  },
  {
    name: 'wallet-send-look-alike',
    view: 'WalletSendPreview',
    steps: [
      ...sending,
      type('send-amount', '0.25'),
      type('send-receiver', `0xf39f${'1'.repeat(32)}2266`),
      click('send-preview'),
      (page) => page.getByTestId('review-fee').waitFor(),
    ],
    shows: ({ say }) => say(reviewWords, 'compared'),
  },
  {
    name: 'wallet-send-busy',
    view: 'WalletSendPreview',
    steps: failing((world) =>
      world.breakNodes('http/status', { host: 'node.example', network: 'eip155:31337', status: 429 }),
    ),
    shows: ({ say }) => say(failedWords, 'node.busy.title'),
  },
  {
    name: 'wallet-send-refused',
    view: 'WalletSendPreview',
    steps: failing((world) =>
      world.breakNodes('rpc/refused', { host: 'node.example', network: 'eip155:31337', method: 'eth_call' }),
    ),
    shows: ({ say }) => say(failedWords, 'node.refused.title'),
  },
  {
    name: 'wallet-send-unreachable',
    view: 'WalletSendPreview',
    steps: failing((world) => world.breakNodes('rpc/unreachable', { host: 'node.example' })),
    shows: ({ say }) => say(failedWords, 'node.unreachable.advice'),
  },
  {
    name: 'wallet-send-offline',
    view: 'WalletSendPreview',
    steps: failing((world) =>
      world.breakNodes('rpc/unreachable', { host: 'node.example', reason: 'offline' }),
    ),
    shows: ({ say }) => say(failedWords, 'offline.advice'),
  },
  {
    name: 'wallet-send-unsupported',
    view: 'WalletSendPreview',
    steps: [
      ...failing((world) =>
        world.breakNodes('adapter/unsupported', { capability: 'transfers', subject: 'this wallet' }),
      ),
      // A retry would fail again, so going back is the main action.
      (page) => page.locator('.primary[data-testid=review-cancel]').waitFor(),
    ],
    shows: ({ say }) => say(failedWords, 'adapter/unsupported.advice'),
  },
  {
    name: 'on-ramp-providers',
    view: 'OnRampProviders',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-preset-100'), (page) => page.getByText(/^98[.,٫]75 USDC/).waitFor()],
    shows: ({ say }) => say(buyWords, 'how'),
  },
  {
    name: 'on-ramp-providers-unpriced',
    view: 'OnRampProviders',
    mount: { sells: 'unpriced' },
    steps: [...buying, type('buy-amount', '7600'), (page) => page.getByTestId('buy-ask-again').waitFor()],
    shows: ({ say }) => say(buyWords, 'noPrice'),
  },
  {
    name: 'on-ramp-providers-out-of-range',
    view: 'OnRampProviders',
    mount: { sells: 'priced' },
    steps: [...buying, type('buy-amount', '5')],
    shows: () => 'Meld.io',
  },
  {
    name: 'on-ramp-providers-chosen',
    view: 'OnRampProviders',
    mount: { sells: 'priced' },
    // The chosen provider can't take the amount anymore.
    steps: [
      ...buying,
      click('buy-preset-100'),
      (page) => page.getByText(/^98[.,٫]75 USDC/).waitFor(),
      click('onramp-provider-harbour'),
      type('buy-amount', '30000'),
    ],
    shows: ({ say }) => say(buyWords, 'there'),
  },
  {
    name: 'on-ramp-providers-long-name',
    view: 'OnRampProviders',
    mount: { sells: 'long-named' },
    steps: [...buying, click('buy-preset-100'), (page) => page.getByText(/^98[.,٫]75 USDC/).waitFor()],
    shows: () => 'Harbour Exchange of the Northern Isles',
  },
  {
    name: 'on-ramp-providers-nobody',
    view: 'OnRampProviders',
    mount: { sells: 'priced' },
    steps: [
      ...buying,
      (page) => inPage(page, (world) => world.latchkey.options.setFeatures({ onramp: false })),
    ],
    shows: ({ say }) => say(buyWords, 'noProvider', { network: 'Anvil One' }),
  },
  {
    name: 'on-ramp-fiat-select',
    view: 'OnRampFiatSelect',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-currency'), (page) => page.getByTestId('currency-EUR').waitFor()],
    shows: () => 'USD',
  },
  {
    name: 'on-ramp-token-select',
    view: 'OnRampTokenSelect',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-token'), (page) => page.getByTestId('currency-ETH').waitFor()],
    shows: () => 'USD Coin',
  },
  {
    name: 'buy-in-progress',
    view: 'BuyInProgress',
    mount: { sells: 'priced' },
    steps: [...buying, windows(true), ...buyThere],
    shows: ({ say }) => say(buyingWords, 'continueOther'),
  },
  {
    name: 'buy-in-progress-blocked',
    view: 'BuyInProgress',
    mount: { sells: 'priced' },
    steps: [...buying, windows(false), ...buyThere],
    shows: ({ say }) => say(buyingWords, 'blocked', { provider: 'Harbour Exchange' }),
  },
  {
    name: 'on-ramp-activity-empty',
    view: 'OnRampActivity',
    mount: { sells: 'priced' },
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'OnRampActivity' })),
    ],
    shows: ({ say }) => say(purchasesWords, 'none'),
  },
  {
    name: 'on-ramp-activity',
    view: 'OnRampActivity',
    mount: { sells: 'priced', data: true },
    steps: [
      answerPurchases,
      connect('app.moss'),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'OnRampActivity' })),
      (page) => page.getByText('Coinbase').first().waitFor(),
    ],
    shows: ({ say }) => say(activityWords, 'bought'),
  },
  {
    name: 'what-is-a-buy',
    view: 'WhatIsABuy',
    mount: { sells: 'priced' },
    steps: [...buying, click('how-it-works')],
    shows: ({ say }) => say(whatIsBuyWords, 'theirs'),
  },
  {
    name: 'sign-in',
    view: 'SIWXSignMessage',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: [...signingIn, click('sign-in-details')],
    shows: ({ say }) => say(signInWords, 'required'),
  },
  {
    name: 'sign-in-optional',
    view: 'SIWXSignMessage',
    mount: { signIn: 'optional' },
    steps: signingIn,
    shows: ({ say }) => say(signInWords, 'optional'),
  },
  {
    name: 'sign-in-declined',
    view: 'SIWXSignMessage',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: [...signingIn, click('sign-in-sign'), (page) => page.getByTestId('sign-in-refused').waitFor()],
    shows: ({ say }) => say(signInWords, 'declined'),
  },
  {
    name: 'sign-in-refused',
    view: 'SIWXSignMessage',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: refusedSignIn,
    shows: ({ say }) => say(signedInWords, 'signOut'),
  },
  {
    name: 'sign-in-refused-details',
    view: 'SIWXSignMessage',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: [...refusedSignIn, click('what-is-this')],
    shows: () => 'siwx/other-user',
  },
  {
    name: 'smart-sessions-none',
    view: 'SmartSessionList',
    mount: { features: { smartSessions: true } },
    steps: [connect('app.moss'), click('account-button'), click('account-smart-sessions')],
    shows: ({ say }) => say(sessionWords, 'noActive'),
  },
  {
    name: 'smart-session-created',
    view: 'SmartSessionCreated',
    mount: { features: { smartSessions: true } },
    steps: granting,
    shows: ({ say }) => say(sessionWords, 'createdMore'),
  },
  {
    name: 'smart-sessions',
    view: 'SmartSessionList',
    mount: { features: { smartSessions: true } },
    steps: [
      ...granting,
      click('session-done'),
      click('account-smart-sessions'),
      (page) => page.getByTestId('session-active').waitFor(),
    ],
    shows: ({ say }) => say(sessionWords, 'revoke'),
  },
  {
    name: 'email-code',
    view: 'EmailVerifyOtp',
    mount: { embedded: 'beside' },
    steps: opensLogin('EmailVerifyOtp', { email }),
    shows: ({ say }) => say(emailWords, 'codeHeading'),
  },
  {
    name: 'email-device',
    view: 'EmailVerifyDevice',
    mount: { embedded: 'beside' },
    steps: opensLogin('EmailVerifyDevice', { email }),
    shows: ({ say }) => say(emailWords, 'deviceHeading'),
  },
  {
    name: 'social',
    view: 'ConnectingSocial',
    mount: { embedded: 'beside', features: { socials: true } },
    steps: opensLogin(
      'ConnectingSocial',
      { social: 'google' },
      { social: { provider: 'google', phase: 'window' } },
    ),
    shows: ({ say }) => say(socialWords, 'inWindow'),
  },
  {
    name: 'farcaster',
    view: 'ConnectingFarcaster',
    mount: { embedded: 'beside', features: { socials: true } },
    steps: opensLogin(
      'ConnectingFarcaster',
      { social: 'farcaster' },
      {
        social: {
          provider: 'farcaster',
          phase: 'window',
          uri: 'https://farcaster.example/~/siwf?channelToken=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
        },
      },
    ),
    shows: ({ say }) => say(linkWords, 'copy'),
  },
  {
    name: 'own-settings',
    view: 'AccountSettings',
    mount: { own: true, features: { smartSessions: true } },
    steps: opensOwn('AccountSettings'),
    shows: ({ say }) => say(upgradeWords, 'upgradeNote'),
  },
  {
    name: 'own-page',
    view: 'UpgradeEmailWallet',
    mount: { own: true },
    steps: opensOwn('UpgradeEmailWallet'),
    shows: ({ say }) => say(upgradeWords, 'keep'),
  },
  {
    name: 'own-email',
    view: 'UpdateEmailWallet',
    mount: { own: true },
    steps: [...opensOwn('UpdateEmailWallet', { data: { email } }), type('new-email', 'ada@lantern.example')],
    shows: ({ say }) => say(emailWords, 'save'),
  },
  {
    name: 'own-email-old-code',
    view: 'UpdateEmailPrimaryOtp',
    mount: { own: true },
    steps: opensOwn('UpdateEmailPrimaryOtp', { data: { email, newEmail: 'ada@lantern.example' } }),
    shows: ({ say }) => say(emailWords, 'codeHeading'),
  },
  {
    name: 'own-email-new-code',
    view: 'UpdateEmailSecondaryOtp',
    mount: { own: true },
    steps: opensOwn('UpdateEmailSecondaryOtp', { data: { email, newEmail: 'ada@lantern.example' } }),
    shows: () => 'ada@lantern.example',
  },
  {
    name: 'name-choose',
    view: 'ChooseAccountName',
    steps: naming('ChooseAccountName'),
    shows: ({ say }) => say(accountNameWords, 'advice'),
  },
  {
    name: 'name-register',
    view: 'RegisterAccountName',
    steps: [...naming('RegisterAccountName'), type('name-input', 'light')],
    shows: () => 'light-bay.reown.id',
  },
  {
    name: 'name-registered',
    view: 'RegisterAccountNameSuccess',
    steps: naming('RegisterAccountNameSuccess', 'lighthouse.reown.id'),
    shows: ({ say }) => say(accountNameWords, 'success'),
  },
  { name: 'networks', view: 'Networks', steps: [click('network-button')], shows: () => 'Anvil Two' },
  {
    name: 'switch-network',
    view: 'SwitchNetwork',
    steps: [
      connect('app.moss'),
      (page) =>
        inPage(page, (world) => {
          const w = world.wallets['app.moss']
          if (w) w.onSwitch = () => new Promise(() => {})
        }),
      click('network-button'),
      click('network-switch-Anvil Two'),
    ],
    shows: ({ say }) => say(switchNetworkWords, 'heading', { wallet: 'Moss Wallet' }),
  },
  {
    name: 'switch-network-declined',
    view: 'Networks',
    steps: [
      connect('app.moss'),
      (page) =>
        inPage(page, (world) => {
          const w = world.wallets['app.moss']
          if (w) w.onSwitch = () => world.decline()
        }),
      click('network-button'),
      click('network-switch-Anvil Two'),
    ],
    shows: ({ say }) => say(noticeWords, 'switchDeclined', { network: 'Anvil Two' }),
  },
  {
    name: 'switch-active-chain',
    view: 'SwitchActiveChain',
    steps: [connect('app.moss'), click('network-button'), click('network-switch-Solana Devnet')],
    shows: ({ say }) => say(switchFamilyWords, 'heading', { family: 'Solana' }),
  },
  {
    name: 'unsupported-chain',
    view: 'UnsupportedChain',
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.wallets['app.moss']?.moveTo('eip155:99')),
    ],
    shows: ({ say }) => say(unsupportedWords, 'heading', { app: say(unsupportedWords, 'thisApp') }),
  },
  {
    name: 'approve',
    view: 'ApproveTransaction',
    steps: [
      (page) => page.getByTestId('connect-button').waitFor(),
      (page) => inPage(page, (world) => world.placeFrame()),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'ApproveTransaction' })),
    ],
    shows: ({ say }) => say(approveWords, 'check'),
  },
]

/** The names of the views that have a scene. */
export const sceneViews: ReadonlySet<string> = new Set(scenes.map(({ view }) => view))
