import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, ConsoleMessage, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amountIn } from '../../src/ui-react/language/amount.ts'
import { arabic } from '../../src/ui-react/language/arabic.ts'
import { accountRowWords, accountWords, leavingWords } from '../../src/ui-react/language/english/account.ts'
import { allWalletsWords } from '../../src/ui-react/language/english/all-wallets.ts'
import {
  buyingWords,
  buyWords,
  purchasesWords,
  whatIsBuyWords,
} from '../../src/ui-react/language/english/buy.ts'
import { connectWords, legalWords } from '../../src/ui-react/language/english/connect.ts'
import { connectingWords } from '../../src/ui-react/language/english/connecting.ts'
import { failedWords } from '../../src/ui-react/language/english/failed.ts'
import { downloadWords, helpWords } from '../../src/ui-react/language/english/help.ts'
import {
  multiChainWords,
  switchFamilyWords,
  switchNetworkWords,
  unsupportedWords,
} from '../../src/ui-react/language/english/networks.ts'
import { linkWords } from '../../src/ui-react/language/english/pairing.ts'
import { reviewWords } from '../../src/ui-react/language/english/review.ts'
import { receiveWords, sendWords } from '../../src/ui-react/language/english/send.ts'
import { approveWords, noticeWords, titleWords } from '../../src/ui-react/language/english/shell.ts'
import { signInWords } from '../../src/ui-react/language/english/sign-in.ts'
import { sessionWords } from '../../src/ui-react/language/english/smart-sessions.ts'
import { swapPreviewWords, swapWords } from '../../src/ui-react/language/english/swap.ts'
import { createLanguage, type Language } from '../../src/ui-react/language/language.ts'
import { spanish } from '../../src/ui-react/language/spanish.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { cutWords } from '../support/cut-words.ts'
import type { ViewsPage } from './pages/views.tsx'
import { beyondTheSides, edgeless, reachable, seenTexts, tabThrough, told, tooSmall } from './reach.ts'
import { reusedPage } from './reused-page.ts'
import { type Served, serveViews } from './serve.ts'

/** Set to a folder to look at every picture. */
const folder = process.env.SCREENSHOTS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Global = {
  page: ViewsPage
  axe: { run(context: unknown, options: unknown): Promise<{ violations: unknown[] }> }
}

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
const inPage = <T>(page: Page, run: (world: ViewsPage) => T) =>
  page.evaluate(`(${run.toString()})(globalThis.page)`) as Promise<Awaited<T>>
const click =
  (id: string) =>
  (page: Page): Promise<unknown> =>
    page.getByTestId(id).click()
const open = click('connect-button')
/** On a phone the code is behind all wallets: nobody scans the screen that they hold. */
const openCode: Step = async (page) => {
  await open(page)
  const row = page.getByTestId('wallet-selector-walletconnect')
  const all = page.getByTestId('all-wallets')
  await all.waitFor()
  if (!(await row.isVisible())) await all.click()
  await row.click()
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
const type =
  (id: string, text: string): Step =>
  (page) =>
    page.getByTestId(id).fill(text)
const swapping: readonly Step[] = [
  connect('app.moss'),
  click('account-button'),
  click('wallet-features-swaps-button'),
  (page) => page.getByTestId('swap-pick-sourceToken').getByText('ETH').waitFor(),
]
const swappingSome: readonly Step[] = [
  ...swapping,
  click('swap-pick-toToken'),
  click('swap-token-USDC'),
  (page) => page.getByTestId('swap-input-sourceToken').fill('0.5'),
  (page) => page.getByTestId('swap-details').waitFor(),
]
const buying: readonly Step[] = [
  connect('app.moss'),
  click('account-button'),
  click('wallet-features-onramp-button'),
  (page) => page.getByTestId('buy-currency').waitFor(),
]
/** What the browser does when a page opens a window. */
const windows =
  (opens: boolean): Step =>
  (page) =>
    page.evaluate((does) => {
      const window = { closed: false, opener: null, location: { href: '' }, close() {} }
      globalThis.open = () => (does ? (window as unknown as Window) : null)
    }, opens)
const buyThere: readonly Step[] = [
  click('onramp-provider-harbour'),
  (page) => page.getByTestId('open-provider').waitFor(),
]
const signingIn: readonly Step[] = [
  open,
  click('wallet-selector-app.moss'),
  (page) => page.getByTestId('sign-in-site').waitFor(),
]
/** A wallet that grants what it is asked for, with more of it: what of a session a visitor has to look at. */
const granting: readonly Step[] = [
  connect('app.moss'),
  (page) =>
    inPage(page, async ({ latchkey }) => {
      const token = `0x${'5f'.repeat(20)}` as const
      const signer = { type: 'wallet' } as const
      const coin = (allowance: `0x${string}`) =>
        ({ type: 'native-token-transfer', data: { allowance } }) as const
      const more = [
        { type: 'erc20-token-transfer', data: { address: token, allowance: '0x3b9aca00' } },
        {
          type: 'contract-call',
          data: { address: token, calls: ['approve(address,uint256)', '0x12345678'] },
        },
      ] as const
      const policies = [
        { type: 'call-limit', data: { count: 3 } },
        { type: 'rate-limit', data: { count: 1, interval: 3600 } },
      ] as const
      Object.assign(await latchkey.adapter('eip155'), {
        permissions: {
          support: async () => ({ supported: true }),
          grant: async (_: string, request: object) => [
            { ...request, permissions: [coin('0xb1a2bc2ec50000'), ...more], context: '0xab' },
          ],
          revoke: async () => {},
        },
      })
      const permissions = [coin('0x1'), ...more]
      await latchkey.smartSessions.grant({ expiry: 4_102_444_800, signer, permissions, policies })
    }),
  (page) => page.getByTestId('session-done').waitFor(),
]
const stranger = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

const overrides = {}
const languages = {
  en: createLanguage({ tag: 'en', overrides }),
  es: createLanguage({ tag: 'es', locale: spanish, overrides }),
  ar: createLanguage({ tag: 'ar', locale: arabic, overrides }),
} as const

interface Scene {
  readonly name: string
  readonly mount?: Mount
  readonly steps: readonly Step[]
  /** What is seen when the view is there. */
  readonly shows: (language: Language) => string
}
const scenes: readonly Scene[] = [
  {
    name: 'connect',
    mount: {
      termsConditionsUrl: 'https://app.example/terms',
      privacyPolicyUrl: 'https://app.example/privacy',
    },
    steps: [open],
    shows: ({ say }) => say(titleWords, 'Connect'),
  },
  {
    name: 'connect-legal',
    mount: { termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } },
    steps: [open],
    shows: ({ say }) => say(legalWords, 'terms'),
  },
  {
    name: 'connect-empty',
    mount: { connectors: [] },
    steps: [open],
    shows: ({ say }) => say(connectWords, 'none'),
  },
  {
    name: 'connecting-external',
    steps: [never, open, click('wallet-selector-app.moss')],
    shows: ({ say }) => say(connectingWords, 'heading', { wallet: 'Moss Wallet' }),
  },
  {
    name: 'connecting-external-declined',
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
    name: 'connecting-multi-chain',
    steps: [open, click('wallet-selector-io.harbor')],
    shows: ({ say }) => say(multiChainWords, 'heading', { wallet: 'Harbor' }),
  },
  {
    name: 'walletconnect-qr',
    steps: [pairs, openCode, (page) => page.getByTestId('qr-code').waitFor()],
    shows: ({ say }) => say(linkWords, 'copy'),
  },
  {
    name: 'walletconnect-qr-waiting',
    steps: [never, openCode],
    shows: ({ say }) => say(linkWords, 'copy'),
  },
  {
    name: 'walletconnect-tabs',
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
    name: 'walletconnect-unsupported',
    mount: { customWallets: custom },
    steps: [never, open, click('wallet-selector-custom-tide')],
    shows: ({ say }) => say(linkWords, 'notDetected'),
  },
  {
    name: 'walletconnect-basic',
    mount: { manualWCControl: true },
    steps: [open],
    shows: ({ say }) => say(connectWords, 'allWallets'),
  },
  {
    name: 'all-wallets',
    mount: { customWallets: custom },
    steps: [open, click('all-wallets')],
    shows: () => 'Lantern',
  },
  {
    name: 'all-wallets-none',
    mount: { customWallets: custom },
    steps: [
      open,
      click('all-wallets'),
      (page, { say }) => page.getByLabel(say(allWalletsWords, 'search')).fill('zzz'),
    ],
    shows: ({ say }) => say(allWalletsWords, 'none'),
  },
  {
    name: 'what-is-a-wallet',
    steps: [open, click('header-help')],
    shows: ({ say }) => say(helpWords, 'getWallet'),
  },
  {
    name: 'get-wallet',
    steps: [open, click('header-help'), click('get-wallet')],
    shows: () => 'MetaMask',
  },
  {
    name: 'downloads',
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
    steps: [click('network-button'), click('what-is-a-network')],
    shows: ({ say }) => say(titleWords, 'WhatIsANetwork'),
  },
  {
    name: 'account',
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
    steps: [
      (page) => inPage(page, (world) => world.breakBalances()),
      connect('app.moss'),
      click('account-button'),
      (page, { say }) => page.getByTestId('balance').getByText(say(accountWords, 'noBalance')).waitFor(),
    ],
    shows: ({ say }) => say(accountWords, 'readAgain'),
  },
  {
    name: 'switch-address',
    steps: [connect('app.moss'), click('account-button'), click('account-switch-address')],
    shows: ({ say }) => say(accountRowWords, 'switchTo'),
  },
  {
    name: 'profile',
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'Connect' })),
      click('wallet-selector-com.ember'),
      (page, { say }) => page.getByTestId('page-notice').getByText(say(noticeWords, 'connected')).waitFor(),
      click('account-button'),
      click('account-switch-address'),
    ],
    shows: () => 'Bitcoin',
  },
  {
    name: 'wallet-receive',
    steps: [connect('app.moss'), click('account-button'), click('wallet-features-receive-button')],
    shows: ({ say }) => say(receiveWords, 'advice'),
  },
  {
    name: 'wallet-compatible-networks',
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
    mount: { swaps: true },
    steps: swapping,
    shows: ({ say }) => say(swapWords, 'selectToken'),
  },
  {
    name: 'swap-details',
    mount: { swaps: true },
    steps: [...swappingSome, click('swap-details')],
    shows: ({ say }) => say(swapWords, 'providerFee'),
  },
  {
    name: 'swap-select-token',
    mount: { swaps: true },
    steps: [...swapping, click('swap-pick-toToken'), (page) => page.getByTestId('swap-token-USDC').waitFor()],
    shows: () => 'Wrapped Bitcoin',
  },
  {
    name: 'swap-preview',
    mount: { swaps: true },
    steps: [...swappingSome, click('swap-action-button'), (page) => page.getByTestId('why-not').waitFor()],
    shows: ({ say }) => say(swapPreviewWords, 'cancel'),
  },
  { name: 'wallet-send', steps: sending, shows: ({ say }) => say(sendWords, 'addAmount') },
  {
    name: 'wallet-send-short',
    steps: [...sending, type('send-amount', '2000'), type('send-receiver', stranger)],
    shows: ({ say }) => say(sendWords, 'insufficientFunds'),
  },
  {
    name: 'wallet-send-select-token',
    steps: [...sending, click('send-token'), (page) => page.getByTestId('token-ETH').waitFor()],
    shows: () => 'COIN',
  },
  {
    name: 'wallet-send-preview',
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
    name: 'wallet-send-look-alike',
    steps: [
      ...sending,
      type('send-amount', '0.25'),
      type('send-receiver', `0xf39F${'7'.repeat(32)}2266`),
      click('send-preview'),
      (page) => page.getByTestId('review-fee').waitFor(),
    ],
    shows: ({ say }) => say(reviewWords, 'compared'),
  },
  {
    name: 'on-ramp-providers',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-preset-100'), (page) => page.getByText(/^98[.,٫]75 USDC/).waitFor()],
    shows: ({ say }) => say(buyWords, 'how'),
  },
  {
    name: 'on-ramp-providers-unpriced',
    mount: { sells: 'unpriced' },
    steps: [...buying, type('buy-amount', '7600'), (page) => page.getByTestId('buy-ask-again').waitFor()],
    shows: ({ say }) => say(buyWords, 'noPrice'),
  },
  {
    name: 'on-ramp-providers-out-of-range',
    mount: { sells: 'priced' },
    steps: [...buying, type('buy-amount', '5')],
    shows: () => 'Meld.io',
  },
  {
    name: 'on-ramp-providers-nobody',
    mount: { sells: 'priced' },
    steps: [
      ...buying,
      (page) => inPage(page, (world) => world.latchkey.options.setFeatures({ onramp: false })),
    ],
    shows: ({ say }) => say(buyWords, 'nobody', { network: 'Anvil One' }),
  },
  {
    name: 'on-ramp-fiat-select',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-currency'), (page) => page.getByTestId('currency-EUR').waitFor()],
    shows: () => 'USD',
  },
  {
    name: 'on-ramp-token-select',
    mount: { sells: 'priced' },
    steps: [...buying, click('buy-token'), (page) => page.getByTestId('currency-ETH').waitFor()],
    shows: () => 'USD Coin',
  },
  {
    name: 'buy-in-progress',
    mount: { sells: 'priced' },
    steps: [...buying, windows(true), ...buyThere],
    shows: ({ say }) => say(buyingWords, 'continueOther'),
  },
  {
    name: 'buy-in-progress-blocked',
    mount: { sells: 'priced' },
    steps: [...buying, windows(false), ...buyThere],
    shows: ({ say }) => say(buyingWords, 'blocked', { provider: 'Harbour Exchange' }),
  },
  {
    name: 'on-ramp-activity-empty',
    mount: { sells: 'priced' },
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'OnRampActivity' })),
    ],
    shows: ({ say }) => say(purchasesWords, 'none'),
  },
  {
    name: 'what-is-a-buy',
    mount: { sells: 'priced' },
    steps: [...buying, click('how-it-works')],
    shows: ({ say }) => say(whatIsBuyWords, 'theirs'),
  },
  {
    name: 'sign-in',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: [...signingIn, click('sign-in-details')],
    shows: ({ say }) => say(signInWords, 'required'),
  },
  {
    name: 'sign-in-optional',
    mount: { signIn: 'optional' },
    steps: signingIn,
    shows: ({ say }) => say(signInWords, 'optional'),
  },
  {
    name: 'sign-in-declined',
    mount: { signIn: 'required', metadata: { name: 'Harbour' } },
    steps: [
      ...signingIn,
      click('sign-in-sign'),
      // The message of the error is English; elsewhere it is said in the visitor's language.
      (page, { tag }) => {
        const english = 'Signature declined'
        return page
          .getByTestId('snackbar-message')
          .filter(tag === 'en' ? { hasText: english } : { hasNotText: english })
          .waitFor()
      },
    ],
    shows: ({ say }) => say(signInWords, 'declined'),
  },
  {
    name: 'smart-sessions-none',
    mount: { features: { smartSessions: true } },
    steps: [connect('app.moss'), click('account-button'), click('account-smart-sessions')],
    shows: ({ say }) => say(sessionWords, 'noActive'),
  },
  {
    name: 'smart-session-created',
    mount: { features: { smartSessions: true } },
    steps: granting,
    shows: ({ say }) => say(sessionWords, 'more'),
  },
  {
    name: 'smart-sessions',
    mount: { features: { smartSessions: true } },
    steps: [...granting, click('session-manage'), (page) => page.getByTestId('session-active').waitFor()],
    shows: ({ say }) => say(sessionWords, 'revoke'),
  },
  { name: 'networks', steps: [click('network-button')], shows: () => 'Anvil Two' },
  {
    name: 'switch-network',
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
    steps: [connect('app.moss'), click('network-button'), click('network-switch-Solana Devnet')],
    shows: ({ say }) => say(switchFamilyWords, 'heading', { family: 'Solana' }),
  },
  {
    name: 'unsupported-chain',
    steps: [
      connect('app.moss'),
      (page) => inPage(page, (world) => world.wallets['app.moss']?.moveTo('eip155:99')),
    ],
    shows: ({ say }) => say(unsupportedWords, 'heading', { app: say(unsupportedWords, 'thisApp') }),
  },
  {
    name: 'approve',
    steps: [
      (page) => page.getByTestId('connect-button').waitFor(),
      (page) => inPage(page, (world) => world.placeFrame()),
      (page) => inPage(page, (world) => world.latchkey.open({ view: 'ApproveTransaction' })),
    ],
    shows: ({ say }) => say(approveWords, 'check'),
  },
]

const devices = {
  desktop: { viewport: { width: 1000, height: 760 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 },
} as const

/** Before the page's own scripts: what is still listened to and waited for. */
function keepCount(): void {
  const timers = new Set<number>()
  const kept: { target: EventTarget; type: string; listener: unknown }[] = []
  const left = () => ({ timers: timers.size, listeners: kept.map(({ type }) => type) })
  Object.assign(globalThis, { left })
  const { setTimeout: later, setInterval: often, clearTimeout: cancel } = window
  window.setTimeout = ((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const id = later(() => {
      timers.delete(id)
      run(...args)
    }, ms)
    timers.add(id)
    return id
  }) as typeof window.setTimeout
  window.setInterval = ((run: () => void, ms?: number) => {
    const id = often(run, ms)
    timers.add(id)
    return id
  }) as typeof window.setInterval
  const forget = (id?: number) => {
    timers.delete(id ?? 0)
    cancel(id)
  }
  Object.assign(window, { clearTimeout: forget, clearInterval: forget })
  // React's own, once for the page.
  const react = new Set(['selectionchange'])
  for (const target of [window, document] as EventTarget[]) {
    const { addEventListener: add, removeEventListener: remove } = target
    target.addEventListener = (type: string, listener: never, options?: never) => {
      if (!react.has(type)) kept.push({ target, type, listener })
      add.call(target, type, listener, options)
    }
    target.removeEventListener = (type: string, listener: never, options?: never) => {
      const at = kept.findIndex(
        (one) => one.target === target && one.type === type && one.listener === listener,
      )
      if (at >= 0) kept.splice(at, 1)
      remove.call(target, type, listener, options)
    }
  }
}
/** Those that wait for somebody, or tell the time. */
const waiting = new Set([
  'connecting-external',
  'walletconnect-qr',
  'walletconnect-qr-waiting',
  'walletconnect-tabs',
  'account',
  'account-unread',
  'switch-network',
  'unsupported-chain',
  'approve',
  'buy-in-progress',
  'buy-in-progress-blocked',
])
type Left = { readonly timers: number; readonly listeners: readonly string[] }

describe.skipIf(!chromiumPath)('each view', () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    if (folder) mkdirSync(folder, { recursive: true })
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  it('lists five thousand wallets of which only those in sight are in the page, and finds the last of them', async () => {
    const page = await browser.newPage(devices.desktop)
    try {
      await page.goto(site.url)
      const customWallets = Array.from({ length: 5000 }, (_, each) => ({
        id: `custom-${each}`,
        name: `Custom ${each}`,
        mobile_link: `custom${each}://`,
      }))
      await page.evaluate((options) => (globalThis as unknown as Global).page.mount(options), {
        customWallets,
        includeWalletIds: ['none of those that the package brings'],
      })
      const rows = page.getByTestId('lk-card').locator('[data-testid^=wallet-selector-]')
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      expect(await rows.count()).toBe(100)
      await click('all-wallets')(page)
      await page.getByLabel('Search wallet').waitFor()
      const listed = rows.filter({ hasText: 'Custom' })
      await expect.poll(() => listed.count()).toBeGreaterThan(15)
      await page.mouse.move(500, 400)
      const most = { rows: 0 }
      // A turn of the wheel that comes before the new rows does nothing, and whoever looks for more turns it again.
      const turned = async () => {
        await page.mouse.wheel(0, 100_000)
        most.rows = Math.max(most.rows, await rows.count())
        return listed.filter({ hasText: /^CCustom 4999/ }).count()
      }
      await expect.poll(turned).toBe(1)
      expect(most.rows).toBeLessThan(150)
      // The field is at hand however far the list was scrolled, and what it finds is seen from the top.
      const scrolled = () =>
        page.getByTestId('lk-card').evaluate((card) => card.querySelector('.stage')?.scrollTop)
      const field = page.getByLabel('Search wallet')
      const { y } = (await field.boundingBox()) ?? { y: -1 }
      const card = await page.getByTestId('lk-card').boundingBox()
      expect(y - (card?.y ?? 0)).toBeLessThan(120)
      expect(await scrolled()).toBeGreaterThan(100_000)
      await field.fill('custom 4')
      await expect.poll(scrolled).toBe(0)
      expect(await listed.first().textContent()).toContain('Custom 4')
      await field.fill('custom 4998')
      await expect.poll(() => listed.allTextContents()).toEqual([expect.stringContaining('Custom 4998')])
    } finally {
      await page.close()
    }
  })

  it('lists no wallet that the host excluded, none twice, installed ones first and then those that it features', async () => {
    const page = await browser.newPage(devices.desktop)
    try {
      await page.goto(site.url)
      await page.evaluate((options) => (globalThis as unknown as Global).page.mount(options), {
        customWallets: [
          { id: 'alder', name: 'Alder' },
          { id: 'birch', name: 'Birch' },
          { id: 'cedar', name: 'Cedar' },
          { id: 'moss', name: 'Moss of the list', rdns: 'app.moss' },
          { id: 'quartz', name: 'QUARTZ' },
          { id: 'rowan', name: 'Rowan' },
        ].map((wallet) => ({ ...wallet, mobile_link: `${wallet.id}://` })),
        excludeWalletIds: ['quartz', 'rowan'],
        featuredWalletIds: ['cedar', 'birch'],
      })
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      const names = async () => {
        const rows = page.getByTestId('lk-card').locator('[data-testid^=wallet-selector-] .name')
        return (await rows.allTextContents()).map((name) => name.replace(/ of the list$/, ''))
      }
      const connect = await names()
      expect(connect.filter((name) => /quartz|rowan/i.test(name))).toEqual([])
      expect(connect.filter((name) => name.startsWith('Moss'))).toHaveLength(1)
      expect(connect.filter((name) => /Alder|Birch|Cedar/.test(name))).toEqual(['Cedar', 'Birch', 'Alder'])
      await click('all-wallets')(page)
      await page.getByLabel('Search wallet').waitFor()
      const listed = (await names()).filter((name) => name !== 'WalletConnect')
      expect(listed.slice(0, 4)).toEqual(['Moss', 'Cedar', 'Birch', 'Alder'])
    } finally {
      await page.close()
    }
  })

  it('recommends the next wallet in the place of one that announced itself', async () => {
    const recommended = async (announced: boolean) => {
      const page = await browser.newPage(devices.desktop)
      try {
        if (announced)
          await page.addInitScript(() => {
            const info = {
              uuid: '350670db-19fa-4704-a166-e52e178b59d2',
              name: 'MetaMask',
              icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
              rdns: 'io.metamask',
            }
            const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
            const detail = Object.freeze({ info, provider })
            const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
            addEventListener('eip6963:requestProvider', announce)
            announce()
          })
        await page.goto(site.url)
        await inPage(page, (world) => {
          const { walletConnect } = world.wallets
          if (!walletConnect) throw new Error('no WalletConnect')
          world.mount({ enableEIP6963: true, connectors: [walletConnect.factory] })
        })
        await open(page)
        await page.getByTestId('all-wallets').waitFor()
        return await page
          .getByTestId('lk-card')
          .locator('[data-testid^=wallet-selector-] .name')
          .allTextContents()
      } finally {
        await page.close()
      }
    }
    expect(await recommended(false)).toEqual(['WalletConnect', 'MetaMask', 'Phantom'])
    expect(await recommended(true)).toEqual(['WalletConnect', 'MetaMask', 'Phantom'])
  })

  it.each(scenes.filter(({ name }) => waiting.has(name)))(
    '$name leaves no timer and no listener when the page drops it',
    async (scene) => {
      const page = await browser.newPage(devices.desktop)
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      try {
        await page.addInitScript(keepCount)
        await page.goto(site.url)
        await page.evaluate(
          (options) => (globalThis as unknown as Global).page.mount(options),
          scene.mount ?? {},
        )
        for (const step of scene.steps) await step(page, languages.en)
        await page.getByText(scene.shows(languages.en)).first().waitFor()
        await inPage(page, (world) => world.unmount())
        const left = () => page.evaluate(() => (globalThis as unknown as { left(): Left }).left())
        await expect.poll(left, { timeout: 10_000 }).toEqual({ timers: 0, listeners: [] })
        expect(complaints).toEqual([])
      } finally {
        await page.close()
      }
    },
  )

  it.each(scenes.filter(({ name }) => edged.has(name)))(
    '$name shows in forced colours what can be pressed',
    async ({ name, mount, steps, shows }) => {
      const page = await browser.newPage({ ...devices.desktop, forcedColors: 'active' })
      try {
        await page.goto(site.url)
        await page.evaluate((options) => (globalThis as unknown as Global).page.mount(options), mount ?? {})
        for (const step of steps) await step(page, languages.en)
        await page.getByText(shows(languages.en)).first().waitFor()
        await page.waitForTimeout(350)
        if (folder) await page.screenshot({ path: `${folder}/${name}-forced.png` })
        expect(await page.evaluate(edgeless)).toEqual([])
      } finally {
        await page.close()
      }
    },
  )

  /** The looks that are tried: each of them once, and every one in every language when somebody wants the pictures. */
  const looks = folder
    ? (['desktop', 'phone'] as const).flatMap((device) =>
        (['dark', 'light'] as const).flatMap((themeMode) =>
          (['en', 'es', 'ar'] as const).map((tag) => [device, themeMode, tag, scenes] as const),
        ),
      )
    : ([
        ['desktop', 'dark', 'en', scenes],
        ['phone', 'light', 'ar', scenes.filter(({ name }) => !longest.has(name))],
        ['phone', 'dark', 'es', scenes.filter(({ name }) => longest.has(name))],
      ] as const)
  describe.each(looks)('on a %s in %s, in %s', (device, themeMode, tag, only) => {
    const shared = reusedPage(
      () => browser,
      () => site.url,
      { ...devices[device], colorScheme: themeMode },
    )
    afterAll(() => shared.close())
    it.each(only)('$name passes axe, and cuts no words', async ({ name, mount, steps, shows }) => {
      const language = languages[tag]
      // The language that the page has anyhow, and those that are fetched.
      const options = { themeMode, ...(tag !== 'en' && { language: tag }), ...mount }
      await shared.with(
        options,
        async (page) => {
          const complaints: string[] = []
          const complain = (complaint: string) => complaints.push(complaint)
          const hear = (message: ConsoleMessage) => {
            if (message.type() === 'error' && !message.text().includes('404')) complain(message.text())
          }
          const fail = (error: Error) => complain(String(error))
          page.on('console', hear).on('pageerror', fail)
          for (const step of steps) await step(page, language)
          await page.getByText(shows(language)).first().waitFor()
          // Animations draw once more after their time.
          await page.waitForTimeout(350)
          if (folder) await page.screenshot({ path: `${folder}/${name}-${device}-${themeMode}-${tag}.png` })
          expect(await page.evaluate(cutWords)).toEqual([])
          // The page of the scene before may have it already.
          if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
          const { violations } = await page.evaluate(() =>
            (globalThis as unknown as Global).axe.run(document, { resultTypes: ['violations'] }),
          )
          expect(violations).toEqual([])
          if (device === 'phone') {
            expect(await page.evaluate(tooSmall), 'smaller than a finger').toEqual([])
            // As a window of 1280 px at 400 %, and the narrowest phones.
            await page.setViewportSize({ width: 320, height: 568 })
            await page.waitForTimeout(100)
            expect(await page.evaluate(beyondTheSides), 'beyond the sides of 320 px').toEqual([])
            expect(await page.evaluate(cutWords)).toEqual([])
          } else {
            const { dialog, headings, text, nameless } = await told(page)
            expect(dialog).toBe(headings[0])
            expect(nameless).toEqual([])
            const seen = await page.evaluate(seenTexts)
            expect(
              seen.filter((one) => !text.includes(one)),
              'seen, and not told',
            ).toEqual([])
            const places = await page.evaluate(reachable)
            const reached = await tabThrough(page)
            // More may be there by then: rows that came into sight.
            expect(places.filter((one) => !reached.some(({ at }) => at === one))).toEqual([])
            expect(reached.filter(({ marked }) => !marked)).toEqual([])
          }
          page.off('console', hear).off('pageerror', fail)
          expect(complaints).toEqual([])
        },
        leaving.has(name),
      )
    })
  })
})

/** Where each kind of thing that can be pressed is seen. */
const edged = new Set([
  'connect-legal',
  'connecting-external-declined',
  'walletconnect-qr',
  'walletconnect-tabs',
  'all-wallets',
  'account',
  'networks',
])

/** They leave a wallet that never answers, or the page for the app of one. */
const leaving = new Set([...waiting, 'walletconnect-unsupported', 'connecting-multi-chain', 'downloads'])

/** Where the words of Spanish are the longest. */
const longest = new Set([
  'connect',
  'account-unread',
  'unsupported-chain',
  'walletconnect-tabs',
  'switch-active-chain',
  'what-is-a-wallet',
])
