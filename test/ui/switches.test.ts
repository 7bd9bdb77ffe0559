import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disabledByDefault, enabledByDefault } from '../../src/core/options/flags.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { atRest, reusedPage } from './reused-page.ts'
import { type Served, serveViews } from './serve.ts'

type Options = Readonly<Record<string, unknown>>

interface Switch {
  /** The values of the host's option, and what a visitor sees with each value. The first value is the default. */
  readonly values: readonly (readonly [Options, unknown])[]
  readonly phone?: boolean
  /** Whether the page navigates to a wallet. */
  readonly leaves?: boolean
  /** Sets the state of the browser. Runs before the page's own scripts. */
  readonly browser?: () => void
  readonly seen: (page: Page) => Promise<unknown>
}

const inPage = <T>(page: Page, run: (world: ViewsPage) => T) =>
  page.evaluate(`(${run.toString()})(globalThis.page)`) as Promise<Awaited<T>>
const card = (page: Page) => page.getByTestId('lk-card')
const press = (page: Page, id: string) => page.getByTestId(id).click()
const there = async (page: Page, id: string) => (await card(page).getByTestId(id).count()) > 0

/** Opens the modal, and waits for its content. */
async function opened(page: Page): Promise<void> {
  await press(page, 'connect-button')
  await card(page).locator('h1').waitFor()
  await atRest(page)
}

const names = async (page: Page) =>
  card(page).locator('[data-testid^=wallet-selector-] .name').allTextContents()
async function walletNames(page: Page): Promise<readonly string[]> {
  await opened(page)
  return names(page)
}
async function connected(page: Page, id = 'app.moss'): Promise<void> {
  await opened(page)
  await press(page, `wallet-selector-${id}`)
  await page.getByTestId('account-button').waitFor()
}
const listed = [
  { id: 'lantern', name: 'Lantern', mobile_link: 'lantern://', link_mode: 'https://lantern.example/go' },
  { id: 'tide', name: 'Tide', mobile_link: 'tide://' },
]
const installed = ['Harbor', 'Moss Wallet', 'Quartz', 'Ember', 'Orbit']
const images = (page: Page, hosts: string) =>
  page.locator('img').evaluateAll((all, host) => {
    return all.map((image) => (image as HTMLImageElement).src).filter((src) => src.includes(host))
  }, hosts)

const allWallets = async (page: Page) => {
  await opened(page)
  return there(page, 'all-wallets')
}
const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" id="mine"/%3E'

const features = async (page: Page) => {
  await connected(page)
  await press(page, 'account-button')
  await card(page).getByTestId('account-network').waitFor()
  return card(page).locator('[data-testid^=wallet-features-]').allTextContents()
}

/** Returns the ways to connect, in the order in which the visitor sees them. */
const methods = async (page: Page) => {
  await opened(page)
  const parts = {
    email: '[data-testid=email-input]',
    social: '[data-testid^=social-selector-]',
    wallets: '[data-testid^=wallet-selector-],[data-testid=all-wallets]',
    'one button': '[data-testid=continue-with-wallet]',
  }
  const found = await card(page).evaluate(
    (root, named) =>
      [...root.querySelectorAll(Object.values(named).join())].map(
        (one) => Object.entries(named).find(([, selector]) => one.matches(selector))?.[0],
      ),
    parts,
  )
  return found.filter((name, at) => name !== found[at - 1])
}
const beside = { embedded: 'beside' }

const socials = async (page: Page) => {
  await opened(page)
  return card(page)
    .locator('[data-testid^=social-selector-]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-testid')?.slice(16)))
}

const switches: Readonly<Record<string, Switch>> = {
  allWallets: {
    seen: allWallets,
    values: [
      [{}, true],
      [{ allWallets: 'SHOW' }, true],
      [{ allWallets: 'HIDE' }, false],
      [{ allWallets: 'ONLY_MOBILE' }, false],
    ],
  },
  'allWallets on a phone': {
    phone: true,
    seen: allWallets,
    values: [
      [{}, true],
      [{ allWallets: 'HIDE' }, false],
      [{ allWallets: 'ONLY_MOBILE' }, true],
    ],
  },
  'features.allWallets': {
    seen: allWallets,
    values: [
      [{}, true],
      [{ features: { allWallets: false } }, false],
    ],
  },
  'features.send': {
    seen: features,
    values: [
      [{}, ['Receive', 'Send']],
      [{ features: { send: false } }, ['Receive']],
      [{ features: { send: { namespaces: ['solana'] } } }, ['Receive']],
      [{ features: { send: { namespaces: ['eip155'] } } }, ['Receive', 'Send']],
    ],
  },
  'features.receive': {
    seen: features,
    values: [
      [{}, ['Receive', 'Send']],
      [{ features: { receive: false } }, ['Send']],
    ],
  },
  'features.swaps': {
    seen: features,
    values: [
      [{ endpoints: { data: 'http://127.0.0.1:9' } }, ['Buy', 'Swap', 'Receive', 'Send']],
      [{ endpoints: { data: 'http://127.0.0.1:9' }, features: { swaps: false } }, ['Buy', 'Receive', 'Send']],
      [{ features: { swaps: true } }, ['Receive', 'Send']],
    ],
  },
  'features.onramp': {
    seen: features,
    values: [
      // No on-ramp provider is configured.
      [{}, ['Receive', 'Send']],
      [{ features: { onramp: true } }, ['Receive', 'Send']],
      [{ sells: 'priced' }, ['Buy', 'Receive', 'Send']],
      [{ sells: 'priced', features: { onramp: false } }, ['Receive', 'Send']],
      [{ sells: 'priced', features: { onramp: ['coinbase'] } }, ['Receive', 'Send']],
      [{ sells: 'priced', features: { onramp: ['meld'] } }, ['Buy', 'Receive', 'Send']],
    ],
  },
  meld: {
    seen: features,
    values: [
      [{}, ['Receive', 'Send']],
      [{ meld: { publicKey: 'key', url: 'https://meld.example' } }, ['Buy', 'Receive', 'Send']],
    ],
  },
  onRampProviders: {
    seen: async (page) => {
      if (!(await features(page)).includes('Buy')) return 'nobody sells'
      await press(page, 'wallet-features-onramp-button')
      await page.getByTestId('how-it-works').waitFor()
      return card(page).locator('[data-testid^=onramp-provider-] .name').allTextContents()
    },
    values: [
      [{}, 'nobody sells'],
      [{ sells: 'priced' }, ['Meld.io', 'Harbour Exchange']],
    ],
  },
  'features.walletFeaturesOrder': {
    seen: features,
    values: [
      [{}, ['Receive', 'Send']],
      [{ features: { walletFeaturesOrder: ['send'] } }, ['Send', 'Receive']],
      [{ sells: 'priced' }, ['Buy', 'Receive', 'Send']],
      [
        { sells: 'priced', features: { walletFeaturesOrder: ['send', 'onramp'] } },
        ['Send', 'Buy', 'Receive'],
      ],
      [{ endpoints: { data: 'http://127.0.0.1:9' } }, ['Buy', 'Swap', 'Receive', 'Send']],
      [
        {
          endpoints: { data: 'http://127.0.0.1:9' },
          features: { walletFeaturesOrder: ['receive', 'swaps'] },
        },
        ['Receive', 'Swap', 'Buy', 'Send'],
      ],
    ],
  },
  'features.email': {
    seen: methods,
    values: [
      [{}, ['wallets']],
      [beside, ['wallets', 'email']],
      [{ ...beside, features: { email: false } }, ['wallets']],
    ],
  },
  'features.socials': {
    seen: socials,
    values: [
      [beside, []],
      [{ ...beside, features: { socials: true } }, ['google', 'x', 'farcaster', 'discord', 'apple', 'more']],
      [{ ...beside, features: { socials: ['github', 'farcaster'] } }, ['github', 'farcaster']],
      [{ features: { socials: true } }, []],
    ],
  },
  'features.socials in Telegram on a phone': {
    phone: true,
    browser: () => {
      Object.assign(globalThis, { TelegramWebviewProxy: {} })
    },
    seen: socials,
    values: [
      [{ ...beside, features: { socials: true } }, ['google', 'farcaster', 'discord', 'apple', 'github']],
      [{ ...beside, features: { socials: ['facebook', 'x', 'apple'] } }, ['apple']],
    ],
  },
  'features.connectMethodsOrder': {
    seen: methods,
    values: [
      [{ ...beside, features: { socials: true } }, ['wallets', 'email', 'social']],
      [{ embedded: 'alone', features: { socials: true } }, ['email', 'social', 'wallets']],
      [
        { ...beside, features: { socials: true, connectMethodsOrder: ['social', 'email', 'wallet'] } },
        ['social', 'email', 'wallets'],
      ],
    ],
  },
  'features.emailShowWallets': {
    seen: methods,
    values: [
      [beside, ['wallets', 'email']],
      [{ ...beside, features: { emailShowWallets: false } }, ['one button', 'email']],
      // The page has only wallets, so the option changes nothing.
      [{ features: { emailShowWallets: false } }, ['wallets']],
    ],
  },
  'features.collapseWallets': {
    seen: async (page) => {
      const first = await methods(page)
      if (!first.includes('one button')) return first
      await press(page, 'continue-with-wallet')
      await card(page).getByTestId('all-wallets').waitFor()
      return [...first, await card(page).locator('h1').textContent()]
    },
    values: [
      [beside, ['wallets', 'email']],
      [{ ...beside, features: { collapseWallets: true } }, ['one button', 'email', 'Connect wallet']],
      [{ features: { collapseWallets: true } }, ['wallets']],
    ],
  },
  'features.legalCheckbox': {
    // Says whether a wallet takes clicks before the box is checked.
    seen: async (page) => {
      await opened(page)
      const box = card(page).getByRole('checkbox')
      if (!(await box.count())) return 'no box'
      const row = card(page).getByTestId('wallet-selector-app.moss')
      const before = await row.evaluate((button) => (button.closest('[inert]') ? 'not taken' : 'taken'))
      await box.check()
      await row.click()
      await page.getByTestId('account-button').waitFor()
      return before
    },
    values: [
      [{ termsConditionsUrl: 'https://app.example/terms' }, 'no box'],
      [{ termsConditionsUrl: 'https://app.example/terms', features: { legalCheckbox: true } }, 'not taken'],
      // The host has no terms, so there is no checkbox.
      [{ features: { legalCheckbox: true } }, 'no box'],
    ],
  },
  'features.connectorTypeOrder': {
    seen: async (page) =>
      (await walletNames(page)).filter((name) => ['Moss Wallet', 'Tide'].includes(name)).join(),
    values: [
      [{ customWallets: listed }, 'Moss Wallet,Tide'],
      [
        { customWallets: listed, features: { connectorTypeOrder: ['custom', 'injected'] } },
        'Tide,Moss Wallet',
      ],
    ],
  },
  enableWallets: {
    seen: async (page) => (await walletNames(page)).length > 0,
    values: [
      [{}, true],
      [{ enableWallets: false }, false],
    ],
  },
  enableEIP6963: {
    browser: () => {
      const info = {
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Announced',
        icon: 'data:image/svg+xml,<svg/>',
        rdns: 'example.announced',
      }
      const detail = Object.freeze({
        info,
        provider: { request: async () => null, on() {}, removeListener() {} },
      })
      addEventListener('eip6963:requestProvider', () =>
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
      )
    },
    seen: async (page) => (await walletNames(page)).includes('Announced'),
    values: [
      [{ enableEIP6963: true }, true],
      [{ enableEIP6963: false }, false],
    ],
  },
  enableInjected: {
    // Uses a phone, because a desktop lists `window.ethereum` only if no other wallet announces itself (S4.35).
    phone: true,
    browser: () => {
      Object.assign(globalThis, {
        ethereum: { request: async () => null, on() {}, removeListener() {} },
      })
    },
    seen: async (page) =>
      (await walletNames(page)).filter((name) => ![...installed, 'WalletConnect'].includes(name)).length,
    values: [
      [{ enableInjected: true }, 1],
      [{ enableInjected: false }, 0],
    ],
  },
  enableWalletConnect: {
    seen: async (page) => {
      await opened(page)
      return [await there(page, 'wallet-selector-walletconnect'), await there(page, 'all-wallets')]
    },
    values: [
      [{}, [true, true]],
      [{ enableWalletConnect: false }, [false, false]],
    ],
  },
  enableNetworkSwitch: {
    seen: async (page) => {
      await connected(page)
      await press(page, 'account-button')
      await card(page).getByTestId('copy-address').waitFor()
      await atRest(page)
      return card(page)
        .getByTestId('account-network')
        .evaluateAll((rows) => rows.some((row) => row.matches('button:not(:disabled)')))
    },
    values: [
      [{}, true],
      [{ enableNetworkSwitch: false }, false],
    ],
  },
  allowUnsupportedChain: {
    seen: async (page) => {
      await connected(page)
      await inPage(page, (world) => world.wallets['app.moss']?.moveTo('eip155:99'))
      await atRest(page)
      const { open, view } = await inPage(page, ({ latchkey }) => ({
        open: latchkey.modal.state.open,
        view: latchkey.router.state.view,
      }))
      return [open && view, await page.getByTestId('network-button').textContent()]
    },
    values: [
      [{}, ['UnsupportedChain', 'Switch network']],
      [{ allowUnsupportedChain: true }, [false, expect.not.stringContaining('Switch')]],
    ],
  },
  manualWCControl: {
    seen: async (page) => {
      await opened(page)
      return inPage(page, ({ latchkey, wallets }) => [
        latchkey.router.state.view,
        wallets.walletConnect?.count.open,
      ])
    },
    values: [
      [{}, ['Connect', 0]],
      [{ manualWCControl: true }, ['ConnectingWalletConnectBasic', 0]],
    ],
  },
  enableEmbedded: {
    seen: async (page) => {
      const stands = card(page)
      await page.getByTestId('connect-button').waitFor()
      await atRest(page)
      return [await stands.filter({ visible: true }).count(), await page.getByRole('dialog').count()]
    },
    values: [
      [{}, [0, 0]],
      [{ enableEmbedded: true }, [1, 0]],
    ],
  },
  includeWalletIds: {
    seen: async (page) => {
      await opened(page)
      await press(page, 'all-wallets')
      await card(page).getByTestId('wallet-selector-walletconnect').waitFor()
      // The wallets of the list come from the catalogue, after the view has rendered.
      await card(page).getByRole('button', { name: 'Rainbow' }).waitFor()
      await atRest(page)
      return (await names(page)).filter((name) => ['Rainbow', 'MetaMask'].includes(name)).sort()
    },
    values: [
      [{}, ['MetaMask', 'Rainbow']],
      [
        { includeWalletIds: ['1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369'] },
        ['Rainbow'],
      ],
    ],
  },
  excludeWalletIds: {
    seen: async (page) =>
      (await walletNames(page)).filter((name) => name !== 'WalletConnect').includes('Tide'),
    values: [
      [{ customWallets: listed }, true],
      [{ customWallets: listed, excludeWalletIds: ['tide'] }, false],
    ],
  },
  featuredWalletIds: {
    seen: async (page) =>
      (await walletNames(page)).filter((name) => ['Lantern', 'Tide'].includes(name)).join(),
    values: [
      [{ customWallets: listed }, 'Lantern,Tide'],
      [{ customWallets: listed, featuredWalletIds: ['tide'] }, 'Tide,Lantern'],
    ],
  },
  customWallets: {
    seen: async (page) => (await walletNames(page)).includes('Tide'),
    values: [
      [{}, false],
      [{ customWallets: listed }, true],
    ],
  },
  connectorImages: {
    seen: async (page) => {
      await opened(page)
      return (await images(page, 'mine')).length
    },
    values: [
      [{}, 0],
      [{ connectorImages: { 'app.moss': picture } }, 1],
    ],
  },
  chainImages: {
    seen: async (page) => {
      await press(page, 'network-button')
      await card(page).getByTestId('network-switch-Anvil Two').waitFor()
      return (await images(page, 'mine')).length
    },
    values: [
      [{}, 0],
      [{ chainImages: { '31338': picture } }, 1],
    ],
  },
  tokenImages: {
    seen: async (page) => {
      await connected(page)
      await press(page, 'account-button')
      await press(page, 'wallet-features-swaps-button')
      await press(page, 'swap-pick-toToken')
      await card(page).getByTestId('swap-token-USDC').waitFor()
      return (await images(page, 'mine')).length > 0
    },
    values: [
      [{ swaps: true }, false],
      [{ swaps: true, tokenImages: { 'eip155:31337': picture } }, true],
      [{ swaps: true, tokenImages: { [`eip155:31337/erc20:0x${'A1'.repeat(20)}`]: picture } }, true],
      [{ swaps: true, tokenImages: { [`eip155:1/erc20:0x${'a1'.repeat(20)}`]: picture } }, false],
    ],
  },
  termsConditionsUrl: {
    seen: async (page) => {
      await opened(page)
      return card(page).locator('a[href="https://app.example/terms"]').count()
    },
    values: [
      [{}, 0],
      [{ termsConditionsUrl: 'https://app.example/terms' }, 1],
    ],
  },
  privacyPolicyUrl: {
    seen: async (page) => {
      await opened(page)
      return card(page).locator('a[href="https://app.example/privacy"]').count()
    },
    values: [
      [{}, 0],
      [{ privacyPolicyUrl: 'https://app.example/privacy' }, 1],
    ],
  },
  debug: {
    // The alert is about a mistake of the host, so only development shows the alert.
    seen: async (page) => {
      await opened(page)
      await inPage(page, ({ latchkey }) =>
        latchkey.alert.open({ shortMessage: 'Something is set wrong' }, 'error'),
      )
      await atRest(page)
      return page.getByText('Something is set wrong').count()
    },
    values: [
      [{}, 1],
      [{ debug: false }, 0],
    ],
  },
  basic: {
    seen: async (page) => {
      await connected(page)
      await inPage(page, (world) => world.wallets['app.moss']?.moveTo('eip155:99'))
      await atRest(page)
      return inPage(page, ({ latchkey }) => latchkey.modal.state.open)
    },
    values: [
      [{}, true],
      [{ basic: true }, false],
    ],
  },
  experimental_preferUniversalLinks: {
    phone: true,
    leaves: true,
    seen: async (page) => {
      await inPage(page, (world) => {
        const wallet = world.wallets.walletConnect
        if (!wallet) throw new Error('no WalletConnect')
        wallet.onOpen = () => {
          const uri = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'}&expiryTimestamp=1800000000`
          setTimeout(() => {
            wallet.events.emit('displayUri', { uri, expiresAt: Date.now() + 240_000 })
          }, 50)
          return new Promise(() => {})
        }
      })
      // Records the link instead of opening it. No app on this machine could open the link.
      await page.evaluate(() => {
        const links: string[] = []
        Object.assign(globalThis, { links, open: (url: string) => void links.push(url) })
      })
      const links = () => page.evaluate(() => (globalThis as unknown as { links: string[] }).links)
      await opened(page)
      await press(page, 'all-wallets')
      await card(page).getByTestId('wallet-selector-lantern').tap()
      await expect.poll(async () => (await links()).length, { message: 'the link is opened' }).toBe(1)
      return (await links()).filter((url) => url.startsWith('https:')).map((url) => new URL(url).pathname)
    },
    values: [
      [{ customWallets: listed }, []],
      [{ customWallets: listed, experimental_preferUniversalLinks: true }, ['/go/wc']],
    ],
  },
}

const devices = {
  desktop: { viewport: { width: 1000, height: 760 } },
  phone: {
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  },
} as const

describe.skipIf(!chromiumPath)("the modal applies the host's value of", () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(async () => {
    await desktop.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  const desktop = reusedPage(
    () => browser,
    () => site.url,
    devices.desktop,
  )
  it.each(Object.entries(switches))('%s', async (_, { values, seen, phone, leaves, browser: brings }) => {
    const own = { ...(phone ? devices.phone : devices.desktop), before: brings, leaves }
    const shared =
      phone || brings
        ? reusedPage(
            () => browser,
            () => site.url,
            own,
          )
        : desktop
    try {
      for (const [options, expected] of values)
        await shared.with(options, async (page) => {
          expect(await seen(page), JSON.stringify(options)).toEqual(expected)
        })
    } finally {
      if (shared !== desktop) await shared.close()
    }
  })

  it('every option of the modal has a test here', () => {
    const tested = new Set(Object.keys(switches).map((name) => name.replace(/ on a phone$/, '')))
    const known = [...Object.keys(enabledByDefault), ...Object.keys(disabledByDefault)]
    expect(known.filter((name) => !tested.has(name))).toEqual([])
  })
})
