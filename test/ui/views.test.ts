import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, ConsoleMessage, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { wantsAll } from '../e2e/look-turns.ts'
import { cutWords } from '../support/cut-words.ts'
import type { ViewsPage } from './pages/views.tsx'
import {
  beyondTheSides,
  contentShift,
  coveredFields,
  edgeless,
  primariesOutOfSight,
  reachable,
  seenTexts,
  stands,
  tabThrough,
  told,
  tooSmall,
} from './reach.ts'
import { atRest, type ReusedPage, type ReusedPageOptions, reusedPage } from './reused-page.ts'
import { click, inPage, languages, open, playScene, type Scene, scenes } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

/** The folder for screenshots, if the variable is set. */
const folder = process.env.SCREENSHOTS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Global = {
  page: ViewsPage
  axe: { run(context: unknown, options: unknown): Promise<{ violations: unknown[] }> }
}

const devices = {
  desktop: { viewport: { width: 1000, height: 760 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, deviceScaleFactor: 2 },
} as const

/** Counts listeners and timers of the page. Runs before the page's own scripts. */
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
  // React adds this listener itself, once per page.
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
/** The scenes that wait for an action of the visitor, or that show the time. */
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
type Looks = readonly (readonly ['desktop' | 'phone', 'dark' | 'light', 'en' | 'es' | 'ar'])[]
const looks: Looks = (['desktop', 'phone'] as const).flatMap((device) =>
  (['dark', 'light'] as const).flatMap((mode) =>
    (['en', 'es', 'ar'] as const).map((tag) => [device, mode, tag] as const),
  ),
)
/** The scenes whose texts are longest in Spanish. */
const longest = new Set([
  'connect',
  'account-unread',
  'unsupported-chain',
  'walletconnect-tabs',
  'switch-active-chain',
  'what-is-a-wallet',
])
/**
 * Returns the looks in which a scene is tested. By default, the scene's name chooses one look. A run can ask for all looks, or
 * for screenshots.
 */
function looksOf({ name, phoneView }: Scene): Looks {
  if (wantsAll || folder) return looks
  const fit = looks.filter(
    ([device, , tag]) =>
      (!longest.has(name) || (device === 'phone' && tag === 'es')) && (!phoneView || device === 'desktop'),
  )
  const sum = [...name].reduce((before, letter) => (before * 31 + letter.charCodeAt(0)) % 9973, 0)
  return [fit[sum % fit.length]!]
}

/**
 * Scenes with the same view and layout as another scene. Axe checks these scenes only in runs with all looks, because each check
 * takes a second.
 */
const variants = new Set([
  ...['connect-legal-first', 'connect-empty', 'connecting-ledger-wrong-app', 'connecting-phone-wallet'],
  ...['walletconnect-qr-waiting', 'walletconnect-unsupported', 'all-wallets-none-installed'],
  ...['account-nfts-none', 'account-nfts-waiting', 'account-value', 'wallet-nft-spam'],
  ...['wallet-send-unread', 'wallet-send-short', 'wallet-send-locked', 'wallet-send-waiting'],
  ...['wallet-send-costs', 'wallet-send-busy', 'wallet-send-refused', 'wallet-send-unreachable'],
  ...['wallet-send-unsupported', 'wallet-send-offline', 'wallet-sent-pending', 'wallet-sent-confirmed'],
  ...['on-ramp-providers-unpriced', 'on-ramp-providers-out-of-range', 'on-ramp-providers-long-name'],
  ...[
    'buy-in-progress-blocked',
    'swap-unsupported',
    'swap-unknown',
    'swap-replaced',
    'sign-in-optional',
    'sign-in-refused',
  ],
  ...[
    'wallet-send-nft',
    'wallet-send-nft-preview',
    'account-nfts-failed',
    'account-scrolled',
    'all-wallets-none',
  ],
  ...['on-ramp-providers-chosen', 'sign-in-declined', 'connecting-ledger', 'smart-sessions-none'],
])

/** Records the errors in the page's console. The returned function stops the recording and returns the errors. */
function complaintsOf(page: Page): () => readonly string[] {
  const complaints: string[] = []
  const hear = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
  }
  const fail = (error: Error) => complaints.push(String(error))
  page.on('console', hear).on('pageerror', fail)
  return () => {
    page.off('console', hear).off('pageerror', fail)
    return complaints
  }
}

type Left = { readonly timers: number; readonly listeners: readonly string[] }

describe.skipIf(!chromiumPath)('the modal', () => {
  let browser: Browser
  let site: Served
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
    if (folder) mkdirSync(folder, { recursive: true })
  })
  const pages: ReusedPage[] = []
  afterAll(async () => {
    await Promise.all(pages.map((page) => page.close()))
    await Promise.all([browser?.close(), site?.close()])
  })
  function reused(options: ReusedPageOptions): ReusedPage {
    const page = reusedPage(
      () => browser,
      () => site.url,
      options,
    )
    pages.push(page)
    return page
  }

  const shared = { desktop: reused(devices.desktop), phone: reused(devices.phone) }

  it('renders only the visible rows of a list of five thousand wallets', {
    tags: ['ci'],
  }, () => {
    const customWallets = Array.from({ length: 5000 }, (_, each) => ({
      id: `custom-${each}`,
      name: `Custom ${each}`,
      mobile_link: `custom${each}://`,
    }))
    const options = { customWallets, includeWalletIds: ['none of those that the package brings'] }
    return shared.desktop.with(options, async (page) => {
      const rows = page.getByTestId('lk-card').locator('[data-testid^=wallet-selector-]')
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await expect.poll(() => rows.count(), { message: 'the first hundred are listed' }).toBe(100)
      await click('all-wallets')(page)
      await page.getByLabel('Search wallet').waitFor()
      const listed = rows.filter({ hasText: 'Custom' })
      await expect
        .poll(() => listed.count(), { message: 'the visible wallets are listed' })
        .toBeGreaterThan(15)
      await page.mouse.move(500, 400)
      const most = { rows: 0 }
      // A turn of the wheel before the new rows render does nothing. So the test repeats the turn, as a visitor would.
      const turned = async () => {
        await page.mouse.wheel(0, 100_000)
        most.rows = Math.max(most.rows, await rows.count())
        return listed.filter({ hasText: /^CCustom 4999/ }).count()
      }
      await expect.poll(turned, { message: 'the last wallet is in view' }).toBe(1)
      expect(most.rows).toBeLessThan(150)
      // The search field stays visible while the list scrolls, and the results start at the top.
      const scrolled = () =>
        page.getByTestId('lk-card').evaluate((card) => card.querySelector('.stage')?.scrollTop)
      const field = page.getByLabel('Search wallet')
      const { y } = (await field.boundingBox()) ?? { y: -1 }
      const card = await page.getByTestId('lk-card').boundingBox()
      expect(y - (card?.y ?? 0)).toBeLessThan(120)
      expect(await scrolled()).toBeGreaterThan(100_000)
      await field.fill('custom 4')
      await expect.poll(scrolled, { message: 'the results are shown from the top' }).toBe(0)
      await expect
        .poll(() => listed.first().textContent(), { message: 'the wallet is listed' })
        .toContain('Custom 4')
      await field.fill('custom 4998')
      await expect
        .poll(() => listed.allTextContents(), { message: 'one wallet is found' })
        .toEqual([expect.stringContaining('Custom 4998')])
    })
  })

  it('lists installed wallets first, and then featured wallets', () => {
    const customWallets = [
      { id: 'alder', name: 'Alder' },
      { id: 'birch', name: 'Birch' },
      { id: 'cedar', name: 'Cedar' },
      { id: 'moss', name: 'Moss of the list', rdns: 'app.moss' },
      { id: 'quartz', name: 'QUARTZ' },
      { id: 'rowan', name: 'Rowan' },
    ].map((wallet) => ({ ...wallet, mobile_link: `${wallet.id}://` }))
    const options = {
      customWallets,
      excludeWalletIds: ['quartz', 'rowan'],
      featuredWalletIds: ['cedar', 'birch'],
    }
    return shared.desktop.with(options, async (page) => {
      const names = async () => {
        await atRest(page)
        const rows = page.getByTestId('lk-card').locator('[data-testid^=wallet-selector-] .name')
        return (await rows.allTextContents()).map((name) => name.replace(/ of the list$/, ''))
      }
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      const connect = await names()
      expect(connect.filter((name) => /quartz|rowan/i.test(name))).toEqual([])
      expect(connect.filter((name) => name.startsWith('Moss'))).toHaveLength(1)
      expect(connect.filter((name) => /Alder|Birch|Cedar/.test(name))).toEqual(['Cedar', 'Birch', 'Alder'])
      await click('all-wallets')(page)
      await page.getByLabel('Search wallet').waitFor()
      const listed = (await names()).filter((name) => name !== 'WalletConnect')
      expect(listed.slice(0, 4)).toEqual(['Moss', 'Cedar', 'Birch', 'Alder'])
    })
  })

  it('recommends only wallets that have not announced themselves', async () => {
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
        await page.evaluate(stands)
        return await page
          .getByTestId('lk-card')
          .locator('[data-testid^=wallet-selector-] .name')
          .allTextContents()
      } finally {
        await page.close()
      }
    }
    expect(await recommended(false)).toEqual(['WalletConnect', 'MetaMask', 'Phantom'])
    expect(await recommended(true)).toEqual(['MetaMask', 'WalletConnect', 'Phantom'])
  })

  it('shows the sign of the currency in the field of a purchase', () => {
    const scene = scenes.find(({ name }) => name === 'on-ramp-providers')
    return shared.desktop.with(scene?.mount, async (page) => {
      for (const step of scene?.steps ?? []) await step(page, languages.en)
      const field = page.getByTestId('lk-card').locator('.field').first()
      expect(await field.locator('.line-up').first().innerText()).toMatch(/^\$/)
    })
  })

  it('fades out the content above the footer until the visitor scrolls to the end', () => {
    const scene = scenes.find(({ name }) => name === 'swap-details')
    return shared.phone.with(scene?.mount, async (page) => {
      for (const step of scene?.steps ?? []) await step(page, languages.en)
      const stage = page.getByTestId('lk-card').locator('.stage')
      const fade = () =>
        stage
          .locator('.primary')
          .evaluate((footer) => getComputedStyle(footer).boxShadow.includes('-12px 12px'))
      await expect.poll(fade, { message: 'more follows below the footer' }).toBe(true)
      await stage.evaluate((one) => one.scrollTo(0, one.scrollHeight))
      await expect.poll(fade, { message: 'nothing follows below the footer' }).toBe(false)
    })
  })

  // The visible parts of a laptop's window at a zoom of 400%, and of a phone in landscape orientation with an open keyboard.
  it.each(
    ['wallet-send', 'swap', 'on-ramp-providers', 'all-wallets', 'own-email', 'name-register'].flatMap(
      (name) => [
        { name, width: 341, height: 160 },
        { name, width: 700, height: 170 },
      ],
    ),
  )(
    'shows the focused field in a window of $width × $height px, in the scene $name',
    async ({ name, ...size }) => {
      const scene = scenes.find((one) => one.name === name)
      await shared.phone.with(scene?.mount, async (page) => {
        for (const step of scene?.steps ?? []) await step(page, languages.en)
        await page.setViewportSize(size)
        await page.evaluate(stands)
        expect(await page.evaluate(coveredFields)).toEqual([])
      })
    },
  )

  const counted = reused({ ...devices.desktop, before: keepCount })
  it.each(scenes.filter(({ name }) => waiting.has(name)))(
    'stops its timers and listeners when the page unmounts it, in the scene $name',
    (scene) =>
      counted.with(scene.mount, async (page) => {
        const complaints = complaintsOf(page)
        await playScene(page, scene, languages.en)
        await inPage(page, (world) => world.unmount())
        const left = () => page.evaluate(() => (globalThis as unknown as { left(): Left }).left())
        await expect
          .poll(left, { message: 'every timer and listener ends' })
          .toEqual({ timers: 0, listeners: [] })
        expect(complaints()).toEqual([])
      }),
  )

  const forced = reused({ ...devices.desktop, forcedColors: 'active' })
  it.each(scenes.filter(({ name }) => edged.has(name)))(
    'shows its controls in forced colors, in the scene $name',
    (scene) =>
      forced.with(scene.mount, async (page) => {
        await playScene(page, scene, languages.en)
        await atRest(page)
        if (folder) await page.screenshot({ path: `${folder}/${scene.name}-forced.png` })
        expect(await page.evaluate(edgeless)).toEqual([])
      }),
  )

  describe.each(looks)('on a %s in %s, in %s,', (...look) => {
    const [device, themeMode, tag] = look
    const only = scenes.filter((scene) => looksOf(scene).some((one) => String(one) === String(look)))
    for (const scene of only)
      it(`passes axe and cuts no words in the scene '${scene.name}'`, {
        tags: variants.has(scene.name) && !wantsAll ? ['all'] : [],
      }, () => {
        const { name, view, phoneView } = scene
        const language = languages[tag]
        // The page starts in English, so this option isn't needed for English.
        const options = { themeMode, ...(tag !== 'en' && { language: tag }), ...scene.mount }
        return shared[device].with(options, async (page) => {
          const complaints = complaintsOf(page)
          await page.emulateMedia({ colorScheme: themeMode })
          await playScene(page, scene, language)
          await atRest(page)
          if (folder) await page.screenshot({ path: `${folder}/${name}-${device}-${themeMode}-${tag}.png` })
          const shown = (device === 'phone' && phoneView) || view
          await expect
            .poll(() => page.locator('[data-view]').getAttribute('data-view'), {
              message: 'one view is there',
            })
            .toBe(shown)
          expect(await page.evaluate(cutWords)).toEqual([])
          expect(await page.evaluate(contentShift), 'the content starts at the top').toBe(0)
          // An earlier scene may have added axe to the page.
          if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
          const { violations } = await page.evaluate(() =>
            (globalThis as unknown as Global).axe.run(document, { resultTypes: ['violations'] }),
          )
          expect(violations).toEqual([])
          if (device === 'phone') expect(await page.evaluate(tooSmall), 'smaller than a finger').toEqual([])
          const { dialog, headings, text, nameless } = await told(page)
          expect(dialog).toBe(headings[0])
          expect(nameless).toEqual([])
          const seen = await page.evaluate(seenTexts)
          expect(
            seen.filter((one) => !text.includes(one)),
            'visible, but not read by a screen reader',
          ).toEqual([])
          const places = await page.evaluate(reachable)
          const reached = await tabThrough(page)
          // More controls may exist by now, because rows have scrolled into view.
          expect(places.filter((one) => !reached.some(({ at }) => at === one))).toEqual([])
          expect(reached.filter(({ marked }) => !marked)).toEqual([])
          // The size of a window of 1280 px at a zoom of 400%, and of the narrowest phones.
          await page.setViewportSize({ width: 320, height: 568 })
          await atRest(page)
          expect(await page.evaluate(beyondTheSides), 'beyond the sides of 320 px').toEqual([])
          expect(await page.evaluate(cutWords)).toEqual([])
          // The sizes of a desktop, a phone, and a desktop at a zoom of 200%.
          for (const [width, height] of [
            [1280, 800],
            [390, 664],
            [640, 400],
          ] as const) {
            await page.setViewportSize({ width, height })
            await page.evaluate(stands)
            expect(await page.evaluate(primariesOutOfSight), `${width} × ${height}`).toEqual([])
          }
          expect(complaints()).toEqual([])
        })
      })
  })

  it('has all its views in scenes that every run under CI checks', () => {
    const names = scenes.map(({ name }) => name)
    expect([...variants].filter((name) => !names.includes(name))).toEqual([])
    const checked = new Set(scenes.filter(({ name }) => !variants.has(name)).flatMap(({ view }) => view))
    expect(scenes.filter(({ view }) => !checked.has(view)).map(({ name }) => name)).toEqual([])
  })

  it('has a scene in each look', () => {
    const tested = scenes.filter(({ name }) => !variants.has(name))
    const taken = new Set(tested.flatMap((scene) => looksOf(scene).map(String)))
    expect(looks.map(String).filter((look) => !taken.has(look))).toEqual([])
  })
})

/** The scenes in which the edge of each kind of control must be visible. */
const edged = new Set([
  'connect-legal',
  'connecting-external-declined',
  'walletconnect-qr',
  'walletconnect-tabs',
  'all-wallets',
  'account',
  'networks',
])
