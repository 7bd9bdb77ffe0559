import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../src/core/chain/namespace.ts'
import { wellKnownWallets } from '../../src/services/well-known-wallets.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { network } from '../support/fake-families.ts'
import type { ViewsPage } from './pages/views.tsx'
import { type ReusedPage, reusedPage } from './reused-page.ts'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage; reached: string[]; uninstall: (() => void)[] }

/** How an extension appears in a page of one family. */
type Extension =
  | { readonly kind: 'announced'; readonly rdns: string; readonly name: string }
  | { readonly kind: 'standard'; readonly name: string }
  | { readonly kind: 'global'; readonly path: string; readonly listed?: string }

const mainnets: Readonly<Record<ChainNamespace, CaipNetworkId>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  cosmos: 'cosmos:cosmoshub-4',
}

/**
 * The names with which wallets announce themselves, if our list has different names. The two objects below contain the names in
 * wallet-standard, and the globals that the wallets document.
 */
const announcedNames: Readonly<Record<string, string>> = { 'Uniswap Wallet': 'Uniswap Extension' }
const standardNames: Readonly<Record<string, string>> = {
  'Trust Wallet': 'Trust',
  'Magic Eden': 'Magic Eden',
}
const globals: Readonly<Record<string, Extension>> = {
  'bip122 UniSat': { kind: 'global', path: 'unisat' },
  'bip122 Bitget Wallet': { kind: 'global', path: 'bitkeep.unisat' },
  'bip122 Binance Wallet': { kind: 'global', path: 'binancew3w.bitcoin' },
  'bip122 OKX Wallet': { kind: 'global', path: 'okxwallet.bitcoin' },
  'bip122 Leather': { kind: 'global', path: 'LeatherProvider' },
  'bip122 Xverse': { kind: 'global', path: 'XverseProviders.BitcoinProvider', listed: 'Xverse Wallet' },
  'bip122 Horizon Wallet': { kind: 'global', path: 'HorizonWalletProvider', listed: 'Horizon Wallet' },
  'bip122 Magic Eden': { kind: 'global', path: 'magicEden.bitcoin', listed: 'Magic Eden' },
  'polkadot SubWallet': { kind: 'global', path: 'injectedWeb3.subwallet-js' },
  'polkadot Polkadot{.js}': { kind: 'global', path: 'injectedWeb3.polkadot-js' },
  'polkadot Talisman': { kind: 'global', path: 'injectedWeb3.talisman' },
  'polkadot Nova Wallet': { kind: 'global', path: 'injectedWeb3.nova-wallet' },
  'polkadot Enkrypt': { kind: 'global', path: 'injectedWeb3.enkrypt' },
  'polkadot Fearless Wallet': { kind: 'global', path: 'injectedWeb3.fearless-wallet' },
  'polkadot PolkaGate': { kind: 'global', path: 'injectedWeb3.polkagate' },
  'polkadot Aleph Zero Signer': { kind: 'global', path: 'injectedWeb3.aleph-zero-signer' },
  'polkadot Nightly': { kind: 'global', path: 'injectedWeb3.Nightly' },
  'cosmos Keplr': { kind: 'global', path: 'keplr' },
  'cosmos Leap': { kind: 'global', path: 'leap' },
  'cosmos Cosmostation': { kind: 'global', path: 'cosmostation.providers.keplr' },
  'cosmos OWallet': { kind: 'global', path: 'owallet' },
}

function extensionOf(
  { name, rdns }: { readonly name: string; readonly rdns?: string | null | undefined },
  family: ChainNamespace,
): Extension | undefined {
  const own = globals[`${family} ${name}`]
  if (own) return own
  if (family === 'eip155')
    return rdns ? { kind: 'announced', rdns, name: announcedNames[name] ?? name } : undefined
  return family === 'solana' || family === 'bip122'
    ? { kind: 'standard', name: standardNames[name] ?? name }
    : undefined
}

/** Runs in the page. Installs an extension that records each call, and then rejects it. */
function install([extension, reachedAs, chain]: readonly [Extension, string, string]): void {
  const page = globalThis as unknown as Global
  page.reached ??= []
  page.uninstall ??= []
  const refuse = async () => {
    page.reached.push(reachedAs)
    throw Object.assign(new Error('User rejected the request'), { code: 4001 })
  }
  const icon =
    'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%201%201%22/%3E'
  const listen = (event: string, answer: (event: Event) => void) => {
    addEventListener(event, answer)
    page.uninstall.push(() => removeEventListener(event, answer))
  }
  if (extension.kind === 'announced') {
    const request = async ({ method }: { method: string }) =>
      method === 'eth_requestAccounts' ? refuse() : []
    const info = Object.freeze({
      uuid: crypto.randomUUID(),
      name: extension.name,
      rdns: extension.rdns,
      icon,
    })
    const detail = Object.freeze({ info, provider: { request, on() {}, removeListener() {} } })
    listen('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
    )
  } else if (extension.kind === 'standard') {
    const bitcoin = chain.startsWith('bip122')
    const features = bitcoin
      ? { 'bitcoin:connect': { connect: refuse }, 'bitcoin:signTransaction': { signTransaction: refuse } }
      : { 'standard:connect': { connect: refuse }, 'solana:signTransaction': { signTransaction: refuse } }
    const wallet = {
      version: '1.0.0',
      name: extension.name,
      icon,
      chains: [bitcoin ? 'bitcoin:mainnet' : 'solana:mainnet'],
      accounts: [],
      features: { ...features, 'standard:events': { on: () => () => {} } },
    }
    listen('wallet-standard:app-ready', (event) =>
      (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet),
    )
  } else {
    const { path, listed } = extension
    const [first = '', ...rest] = path.split('.')
    const names = [first, ...rest]
    const last = names.pop() as string
    let where = globalThis as unknown as Record<string, unknown>
    for (const name of names) {
      where[name] ??= {}
      where = where[name] as Record<string, unknown>
    }
    where[last] = {
      version: '1.0.0',
      request: refuse,
      requestAccounts: refuse,
      connect: refuse,
      enable: refuse,
      getKey: refuse,
      on() {},
      removeListener() {},
      addListener() {},
      // A Polkadot extension has only `enable`.
      ...(first === 'injectedWeb3' && { connect: undefined }),
    }
    const list = globalThis as unknown as { btc_providers?: object[] }
    if (listed) list.btc_providers = [...(list.btc_providers ?? []), { id: path, name: listed, icon }]
    page.uninstall.push(() => {
      delete list.btc_providers
      delete (globalThis as unknown as Record<string, unknown>)[first]
    })
  }
}

describe.skipIf(!chromiumPath)('a well-known wallet that is installed', () => {
  let browser: Browser
  let site: Served
  let pages: ReusedPage
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    pages = reusedPage(
      () => browser,
      () => site.url,
      { viewport: { width: 1280, height: 900 } },
    )
  })
  afterAll(async () => {
    await pages?.close()
    await Promise.all([browser?.close(), site?.close()])
  })

  const named = (page: Page, name: string) =>
    page.locator('[data-testid^=wallet-selector-]').filter({ hasText: name })
  /**
   * Opens a page of one family with these extensions. Removes the extensions afterwards, because other tests use the
   * page too.
   */
  async function visit(
    family: ChainNamespace,
    extensions: readonly (readonly [Extension, string])[],
    test: (page: Page) => Promise<void>,
  ) {
    const networks = [network(mainnets[family], 'Mainnet')] as never
    await pages.with({ networks, injected: false }, async (page) => {
      for (const [extension, name] of extensions)
        await page.evaluate(install, [extension, name, mainnets[family]] as const)
    })
    await pages.with({ networks, injected: true }, async (page) => {
      await test(page)
      await page.evaluate(() => {
        const world = globalThis as unknown as Global
        for (const remove of world.uninstall.splice(0)) remove()
        world.reached = []
      })
    })
  }
  const show = async (page: Page, view: 'Connect' | 'AllWallets') => {
    await page.evaluate((view) => (globalThis as unknown as Global).page.latchkey.open({ view }), view)
    await page.locator(`[data-view=${view}]`).waitFor()
  }
  const reached = (page: Page) => page.evaluate(() => (globalThis as unknown as Global).reached)

  // These families have many wallets, and the page finds the wallets of all families in the same way. So only the largest runs
  // test these families.
  const many = ['solana', 'bip122']
  describe.each(chainNamespaces)('of the family %s', (family) => {
    const tags = many.includes(family) ? ['all' as const] : []
    it('can be connected from the list of all wallets', { tags }, async () => {
      const installed = wellKnownWallets([family]).flatMap((wallet) => {
        const extension = wallet.chrome_store ? extensionOf(wallet, family) : undefined
        return extension ? [[extension, wallet.name] as const] : []
      })
      expect(installed.length).toBeGreaterThanOrEqual(4)
      await visit(family, installed, async (page) => {
        await show(page, 'Connect')
        const rows = page.locator(
          '[data-view=Connect] [data-testid^=wallet-selector-]:not([data-testid$=walletconnect])',
        )
        await expect
          .poll(() => rows.count(), { message: 'each wallet is listed once' })
          .toBe(installed.length)
        const warned = await rows.filter({ has: page.locator('.note') }).allTextContents()
        expect(warned).toEqual([])
        for (const [, name] of installed) {
          await show(page, 'AllWallets')
          await page.getByRole('searchbox').fill(name)
          await named(page, name).first().click()
          await expect
            .poll(async () => (await reached(page)).at(-1), { message: `${name} gets the request` })
            .toBe(name)
        }
      })
    })
  })

  it.each([
    ['eip155', 'MetaMask'],
    ['solana', 'Phantom'],
    ['bip122', 'Xverse'],
    ['polkadot', 'SubWallet'],
    ['cosmos', 'Keplr'],
  ] as const)('is listed only once (family: %s, wallet: %s)', async (family, name) => {
    const wallet = wellKnownWallets([family]).find((one) => one.name === name)
    const extension = wallet && extensionOf(wallet, family)
    if (!extension) throw new Error('not installable')
    await visit(family, [[extension, name]], async (page) => {
      await show(page, 'Connect')
      await named(page, name).first().waitFor()
      expect(await named(page, name).allTextContents()).toHaveLength(1)
      expect(await named(page, name).locator('.note').count()).toBe(0)
      await named(page, name).click()
      await expect.poll(() => reached(page), { message: 'the extension gets the request' }).toEqual([name])
    })
  })

  it('can be connected as a browser wallet if the page has only window.ethereum', async () => {
    await visit('eip155', [[{ kind: 'global', path: 'ethereum' }, 'ethereum']], async (page) => {
      await show(page, 'Connect')
      await page.getByRole('button', { name: 'Browser wallet' }).click()
      await expect
        .poll(() => reached(page), { message: 'the extension gets the request' })
        .toContain('ethereum')
    })
  })
})
