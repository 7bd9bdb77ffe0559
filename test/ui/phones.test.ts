import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import jsQR from 'jsqr'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { agents } from '../support/phone-agents.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { inPage } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage }
const uri = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1800000000`
const lantern = { id: 'lantern', name: 'Lantern', mobile_link: 'lantern://' }

/** The folder for screenshots, if the variable is set. */
const pictures = process.env.SCREENSHOTS

describe.skipIf(!chromiumPath)('the modal on a phone', () => {
  let browser: Browser
  let site: Served
  const pages: Page[] = []
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.context().close()))
  })

  interface Visit extends BrowserContextOptions {
    readonly agent?: keyof typeof agents
    /** Runs before the page's own scripts. */
    readonly before?: () => void
    readonly options?: Parameters<ViewsPage['mount']>[0]
  }

  /** Opens a page whose WalletConnect wallet shows a QR code and never answers. */
  async function visit({ agent = 'safariIos', before, options = {}, ...screen }: Visit = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 390, height: 664 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      userAgent: agents[agent],
      ...screen,
    })
    const page = await context.newPage()
    pages.push(page)
    if (before) await page.addInitScript(before)
    await page.goto(site.url)
    await mount(page, options)
    return page
  }
  async function mount(page: Page, options: Parameters<ViewsPage['mount']>[0]): Promise<void> {
    await page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), {
      customWallets: [lantern],
      ...options,
    })
    await page.getByTestId('connect-button').waitFor()
    await page.evaluate((uri) => {
      const wallet = (globalThis as unknown as Global).page.wallets.walletConnect!
      wallet.onOpen = () => {
        wallet.events.emit('displayUri', { uri, expiresAt: Date.now() + 240_000 })
        return new Promise(() => {})
      }
    }, uri)
  }
  const open = async (page: Page) => {
    await page.getByTestId('connect-button').tap()
    await page.getByTestId('lk-card').waitFor()
  }
  const view = (page: Page) =>
    expect.poll(
      () =>
        page.evaluate(() => {
          const { latchkey } = (globalThis as unknown as Global).page
          return latchkey.modal.state.open ? latchkey.router.state.view : 'closed'
        }),
      { message: 'the visitor is at the view' },
    )
  const show = (page: Page, name: 'AllWallets' | 'ConnectingWalletConnect' | 'Networks' | 'WhatIsAWallet') =>
    page.evaluate((view) => (globalThis as unknown as Global).page.latchkey.router.push(view), name)
  async function picture(page: Page, name: string): Promise<void> {
    if (!pictures) return
    await page.evaluate(stands)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await inPage(page, ({ latchkey }) => latchkey.theme.setThemeMode('auto' as never))
      await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` })
    }
  }

  it('closes with a tap above the sheet, which does not click what is behind', async () => {
    const page = await visit()
    await page.evaluate(() => {
      const behind = document.createElement('button')
      behind.dataset.testid = 'behind'
      behind.style.cssText = 'position: fixed; inset: 0'
      document.body.prepend(behind)
      const seen: string[] = []
      addEventListener('click', ({ target }) => seen.push((target as HTMLElement).dataset.testid ?? ''), true)
      Object.assign(globalThis, { seen })
    })
    await inPage(page, ({ latchkey }) => latchkey.open().then(() => {}))
    const card = page.getByTestId('lk-card')
    await card.waitFor()
    await page.evaluate(stands)
    const clicked = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    // Right after the modal appears, a tap may be the second tap of a double tap on the page, so it doesn't close the modal.
    await expect
      .poll(
        async () => {
          const taps = (await clicked()).length
          await page.touchscreen.tap(195, (await card.boundingBox())!.y - 20)
          await expect
            .poll(async () => (await clicked()).length, { message: 'the tap clicks' })
            .toBe(taps + 1)
          return card.isVisible()
        },
        { message: 'the tap closes the modal' },
      )
      .toBe(false)
    expect(new Set(await clicked())).toEqual(new Set(['lk-host']))
  })

  it('shows another wallet if the page opens it while the view of a wallet is open', async () => {
    const page = await visit()
    for (const wallet of [lantern, { id: 'torch', name: 'Torch', mobile_link: 'torch://' }]) {
      await page.evaluate(
        (data) =>
          (globalThis as unknown as Global).page.latchkey
            .open({ view: 'ConnectingWalletConnect', data } as never)
            .then(() => {}),
        { wallet },
      )
      await expect
        .poll(() => page.getByTestId('open-wallet').textContent(), { message: 'the view names the wallet' })
        .toBe(`Open ${wallet.name}`)
    }
  })

  it('has text of at least 16 px in each field in both orientations', { tags: ['ci'] }, async () => {
    const page = await visit({ options: { swaps: true, themeVariables: { '--lk-font-size-master': '7px' } } })
    const pictured = (name: string) => picture(page, `fields-${name}`)
    await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
    for (const [name, viewport] of [
      ['upright', { width: 390, height: 664 }],
      ['on-its-side', { width: 844, height: 390 }],
    ] as const) {
      await page.setViewportSize(viewport)
      for (const view of ['AllWallets', 'WalletSend', 'Swap', 'EmailVerifyOtp'] as const) {
        await page.evaluate(
          (view) => (globalThis as unknown as Global).page.latchkey.open({ view } as never),
          view,
        )
        const fields = page.locator(`[data-view=${view}] input`)
        await fields.first().waitFor()
        const sizes = await fields.evaluateAll((all) =>
          all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
        )
        expect(Math.min(...sizes), `${view}, ${name}`).toBeGreaterThanOrEqual(16)
        if (view === 'AllWallets') await pictured(name)
      }
    }
  })

  describe('the sheet', () => {
    /**
     * Moves a finger down by this distance, from the middle of the title. Calls `whileThere` before the finger leaves the screen.
     */
    async function swipe(
      page: Page,
      by: number,
      whileThere?: () => Promise<void>,
      from?: { x: number; y: number; width: number; height: number },
    ): Promise<void> {
      const devtools = await page.context().newCDPSession(page)
      const box = from ?? (await page.getByTestId('header-text').boundingBox())!
      const at = (y: number) => [{ x: box.x + box.width / 2, y: box.y + box.height / 2 + y }]
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        touchPoints: { x: number; y: number }[],
      ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      await touch('touchStart', at(0))
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', at(by * part))
      await whileThere?.()
      await touch('touchEnd', [])
      await devtools.detach()
    }
    const top = async (page: Page) => (await page.getByTestId('lk-card').boundingBox())?.y ?? -1

    it('follows a finger that swipes down, and closes', async () => {
      const page = await visit({ reducedMotion: 'no-preference' })
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const before = await top(page)
      await swipe(page, 300, () =>
        expect
          .poll(() => top(page), { message: 'the sheet follows the finger' })
          .toBeGreaterThan(before + 250),
      )
      await view(page).toBe('closed')
      // The page's buttons work at once, while the sheet is still closing. Uses a click, because Chromium ignores some
      // taps that follow a swipe within milliseconds.
      await page.getByTestId('connect-button').click()
      await view(page).toBe('Connect')
      await page.evaluate(stands)
      expect(await top(page)).toBe(before)
    })

    it('closes without following the finger if the visitor prefers reduced motion', async () => {
      const page = await visit()
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const before = await top(page)
      await swipe(page, 300, async () => expect(await top(page)).toBe(before))
      await view(page).toBe('closed')
    })

    it("follows a finger that starts on the sheet's handle", { tags: ['all'] }, async () => {
      const page = await visit()
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const box = (await page.getByTestId('lk-card').locator('.grabber').boundingBox())!
      await swipe(page, 300, undefined, box)
      await view(page).toBe('closed')
    })

    it('returns to its position when a wallet request appears during a swipe', async () => {
      const page = await visit({ reducedMotion: 'no-preference' })
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const before = await top(page)
      await swipe(page, 100, async () => {
        await expect
          .poll(() => top(page), { message: 'the sheet follows the finger' })
          .toBeGreaterThan(before + 50)
        await page.evaluate(() =>
          (globalThis as unknown as Global).page.latchkey.router.push('ApproveTransaction' as never),
        )
        await page.locator('[data-view=ApproveTransaction]').waitFor()
      })
      const moved = () =>
        page.getByTestId('lk-card').evaluate((card) => (card as HTMLElement).style.translate)
      await expect.poll(moved, { message: 'the sheet is in its position' }).toBe('')
    })

    it('does not move with a finger that swipes up', { tags: ['all'] }, async () => {
      const page = await visit({ reducedMotion: 'no-preference' })
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const before = await top(page)
      await swipe(page, -100)
      await page.evaluate(stands)
      expect(await top(page)).toBe(before)
      await view(page).toBe('Connect')
    })

    it('stays above an open keyboard', async () => {
      const page = await visit({ options: { customWallets: [lantern] } })
      await inPage(page, (world) => world.latchkey.connect({ connectorId: 'app.moss' }).then(() => {}))
      await page.evaluate(() =>
        (globalThis as unknown as Global).page.latchkey.open({ view: 'AllWallets' } as never),
      )
      const field = page.getByRole('searchbox')
      await field.tap()
      // Reports a smaller visible part, as a browser does when the keyboard opens.
      await page.evaluate(() => {
        const view = visualViewport!
        Object.defineProperty(view, 'height', { configurable: true, value: 364 })
        view.dispatchEvent(new Event('resize'))
      })
      const bottom = async () => {
        const box = await page.getByTestId('lk-card').boundingBox()
        return box && Math.round(box.y + box.height)
      }
      await expect.poll(bottom, { message: 'the sheet ends above the keyboard' }).toBe(364)
      await page.evaluate(stands)
      const before = await field.boundingBox()
      expect(before && before.y + before.height).toBeLessThan(364)
      await field.fill('lantern')
      const found = page.getByTestId('lk-card').locator('.row', { hasText: 'Lantern' })
      await expect
        .poll(() => page.getByTestId('lk-card').locator('.row .name').allTextContents(), {
          message: 'one wallet is found',
        })
        .toEqual(['Lantern'])
      await page.evaluate(stands)
      expect(await field.boundingBox()).toEqual(before)
      const box = await found.boundingBox()
      expect(box && box.y + box.height).toBeLessThan(364)
      await page.evaluate(() =>
        (globalThis as unknown as Global).page.latchkey.open({ view: 'WalletSend' } as never),
      )
      await page.getByTestId('send-receiver').tap()
      await page.evaluate(stands)
      for (const id of ['send-receiver', 'send-preview']) {
        const part = await page.getByTestId(id).boundingBox()
        expect(part && [part.y > 0, part.y + part.height <= 364], id).toEqual([true, true])
      }
    })

    it("keeps the wallet's frame over its place above an open keyboard", async () => {
      // With Save-Data, the page prefetches nothing, so the frame comes before the modal and stays outside it.
      const page = await visit({
        before: () =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
      })
      await inPage(page, (world) => world.placeFrame())
      await page.evaluate(() =>
        (globalThis as unknown as Global).page.latchkey.open({ view: 'ApproveTransaction' } as never),
      )
      await page.getByTestId('lk-card').locator('.frame.kept').waitFor()
      await page.evaluate(stands)
      const rects = () =>
        page.evaluate(() => {
          const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
          const elements = [root?.querySelector('.frame'), document.getElementById('placeholder')]
          return elements.map((one) => {
            const { top, bottom } = one?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
            return [top, bottom].map(Math.round)
          })
        })
      const [before] = await rects()
      expect(before?.[1]).toBeGreaterThan(364)
      await page.evaluate(() => {
        const view = visualViewport!
        Object.defineProperty(view, 'height', { configurable: true, value: 364 })
        view.dispatchEvent(new Event('resize'))
      })
      const [place, frame] = await rects()
      expect(place?.[1]).toBeLessThanOrEqual(364)
      expect(frame).toEqual(place)
    })

    it('stays in the visible part of a page that overflows sideways', async () => {
      const page = await visit({
        before: () =>
          addEventListener('DOMContentLoaded', () => {
            const wide = document.createElement('div')
            Object.assign(wide.style, { width: '1400px', height: '20px' })
            document.body.append(wide)
          }),
      })
      await page.evaluate(() => scrollTo(300, 0))
      await page.evaluate(() => (globalThis as unknown as Global).page.latchkey.open())
      await page.getByTestId('all-wallets').waitFor()
      await page.evaluate(stands)
      const { card, seen } = await page.evaluate(() => {
        const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
        const { left, right, bottom } = root!.querySelector('[data-testid=lk-card]')!.getBoundingClientRect()
        const view = visualViewport!
        const [x, y] = [view.offsetLeft, view.offsetTop]
        return {
          card: { left, right, bottom },
          seen: { left: x, right: x + view.width, bottom: y + view.height },
        }
      })
      expect(Math.abs(card.left - seen.left)).toBeLessThan(1)
      expect(Math.abs(card.right - seen.right)).toBeLessThan(1)
      expect(Math.abs(card.bottom - seen.bottom)).toBeLessThan(1)
    })
  })

  describe('when the visitor goes back', () => {
    /** Stores each close watcher, so that a test can go back as Android's back button does. */
    const watched = () => {
      const view = globalThis as unknown as { CloseWatcher: new () => EventTarget; alive: EventTarget[] }
      const { CloseWatcher } = view
      view.alive = []
      view.CloseWatcher = class extends CloseWatcher {
        constructor() {
          super()
          view.alive.push(this)
          this.addEventListener('close', () => this.gone())
        }
        gone() {
          view.alive = view.alive.filter((one) => one !== this)
        }
        destroy() {
          this.gone()
          ;(CloseWatcher.prototype as unknown as { destroy(): void }).destroy.call(this)
        }
      }
    }
    const unwatched = () => void Reflect.deleteProperty(globalThis, 'CloseWatcher')
    const alive = (page: Page) =>
      page.evaluate(() => (globalThis as unknown as { alive: unknown[] }).alive.length)
    const goBack = (page: Page) =>
      page.evaluate(() =>
        (globalThis as unknown as { alive: { requestClose(): void }[] }).alive.at(-1)?.requestClose(),
      )
    const state = (page: Page) => page.evaluate(() => history.state as unknown)

    it("shows the previous view or closes after a press of Android's back button", async () => {
      const page = await visit({ agent: 'chromeAndroid', before: watched })
      await open(page)
      await show(page, 'WhatIsAWallet')
      await view(page).toBe('WhatIsAWallet')
      const before = await page.evaluate(() => history.length)
      await goBack(page)
      await view(page).toBe('Connect')
      expect(await alive(page)).toBe(1)
      await goBack(page)
      await view(page).toBe('closed')
      await expect.poll(() => alive(page), { message: 'no watcher is left' }).toBe(0)
      expect(await page.evaluate(() => history.length)).toBe(before)
    })

    it('closes at once if the visitor presses Escape', {
      tags: ['all'],
    }, async () => {
      const page = await visit({ agent: 'chromeAndroid', before: watched })
      await open(page)
      await show(page, 'WhatIsAWallet')
      await view(page).toBe('WhatIsAWallet')
      await page.keyboard.press('Escape')
      await view(page).toBe('closed')
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
      await open(page)
      await view(page).toBe('Connect')
      expect(await alive(page)).toBe(1)
    })

    it('uses the history in a browser without close watchers', async () => {
      const page = await visit({ before: unwatched })
      await page.evaluate(() => history.replaceState({ host: 1 }, ''))
      const url = page.url()
      await open(page)
      await show(page, 'WhatIsAWallet')
      await view(page).toBe('WhatIsAWallet')
      expect(await state(page)).toMatchObject({ host: 1 })
      await page.evaluate(() => history.back())
      await view(page).toBe('Connect')
      await page.evaluate(() => history.back())
      await view(page).toBe('closed')
      expect(page.url()).toBe(url)
      await expect.poll(() => state(page), { message: "the host's entry is back" }).toEqual({ host: 1 })
    })

    it('leaves no entry in the history when it closes', async () => {
      const page = await visit({ before: unwatched })
      await page.evaluate(() => history.replaceState({ host: 1 }, ''))
      const length = () => page.evaluate(() => history.length)
      const before = await length()
      await open(page)
      await expect.poll(() => state(page), { message: 'the history has the entry' }).not.toEqual({ host: 1 })
      expect(await length()).toBe(before + 1)
      await page.getByTestId('header-close').tap()
      await expect
        .poll(() => state(page), { message: "the history has only the host's entry" })
        .toEqual({ host: 1 })
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
      await open(page)
      await expect.poll(() => state(page), { message: 'the history has the entry' }).not.toEqual({ host: 1 })
      await page.reload()
      await mount(page, {})
      await open(page)
      await show(page, 'WhatIsAWallet')
      await view(page).toBe('WhatIsAWallet')
      expect(await length()).toBe(before + 1)
      await page.evaluate(() => history.back())
      await view(page).toBe('Connect')
      await page.getByTestId('header-close').tap()
      await expect
        .poll(() => state(page), { message: "the history has only the host's entry" })
        .toEqual({ host: 1 })
    })

    it('works if it opens again right after it closes', async () => {
      const page = await visit({ before: unwatched })
      await page.evaluate(() => history.replaceState({ host: 1 }, ''))
      await open(page)
      await page.evaluate(async () => {
        const { latchkey } = (globalThis as unknown as Global).page
        const leaves = new Promise<void>((resolve) => {
          const { back } = history
          history.back = () => {
            history.back = back
            back.call(history)
            resolve()
          }
        })
        latchkey.close()
        await leaves
        latchkey.open({ view: 'WhatIsAWallet' })
        await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      })
      await expect.poll(() => state(page), { message: 'the history has the entry' }).not.toEqual({ host: 1 })
      await view(page).toBe('WhatIsAWallet')
      await page.evaluate(() => history.back())
      await view(page).toBe('closed')
      await expect
        .poll(() => state(page), { message: "the history has only the host's entry" })
        .toEqual({ host: 1 })
    })

    it('does not undo a navigation that follows right after the modal closes', async () => {
      const page = await visit({ before: unwatched })
      await open(page)
      await page.evaluate(async () => {
        const { latchkey } = (globalThis as unknown as Global).page
        latchkey.close()
        await new Promise((resolve) => setTimeout(resolve))
        history.pushState({ next: 1 }, '', '/?next')
      })
      await expect.poll(() => state(page), { message: "the host's new page stays" }).toEqual({ next: 1 })
      await page.evaluate(stands)
      expect(await state(page)).toEqual({ next: 1 })
    })

    for (const [system, agent, before] of [
      ['Android', 'chromeAndroid', watched],
      ['iOS', 'safariIos', unwatched],
    ] as const)
      it(`keeps the view that reports an unsupported network, on ${system}`, {
        tags: system === 'iOS' ? [] : ['all'],
      }, async () => {
        const page = await visit({ agent, before })
        const back = () => (agent === 'chromeAndroid' ? goBack(page) : page.evaluate(() => history.back()))
        await open(page)
        await page.getByTestId('all-wallets').waitFor()
        await inPage(page, ({ latchkey }) => latchkey.connect({ connectorId: 'app.moss' }))
        await page.getByTestId('account-button').waitFor()
        await inPage(page, ({ wallets }) => wallets['app.moss']?.moveTo('eip155:99'))
        await view(page).toBe('UnsupportedChain')
        // The modal has just closed and opened again. Wait until the history has the modal's entry again.
        if (agent === 'safariIos')
          await expect
            .poll(() => state(page), { message: 'the history has the entry' })
            .toMatchObject({ latchkeyModal: true })
        for (let times = 0; times < 3; times++) {
          await back()
          await page.evaluate(stands)
          await view(page).toBe('UnsupportedChain')
        }
      })
  })

  describe('the link that the visitor copies', () => {
    const byHand = (page: Page) =>
      page.getByTestId('copy-by-hand').evaluate((field) => {
        const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement
        const root = field.getRootNode() as ShadowRoot
        return {
          selected: value.slice(selectionStart, selectionEnd),
          focused: root.activeElement === field,
          said: root.querySelector('.uncopied [role=status]')?.textContent,
        }
      })

    it.each([
      ['is refused', 'refused'],
      ['is never answered', 'silent'],
    ] as const)('can be copied by hand if the request to copy %s', async (_, how) => {
      const page = await visit({ agent: 'instagramIos' })
      await page.evaluate((outcome) => {
        const writeText = () => {
          document.documentElement.dataset.asked = ''
          return outcome === 'refused'
            ? Promise.reject(new DOMException('denied', 'NotAllowedError'))
            : new Promise(() => {})
        }
        Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
      }, how)
      await open(page)
      await show(page, 'ConnectingWalletConnect')
      await page.getByTestId('qr-code').waitFor()
      // From now on, only the test advances the clock.
      await page.clock.install()
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
      await page.getByTestId('copy-wc2-uri').tap()
      await page.locator('html[data-asked]').waitFor({ state: 'attached' })
      if (how === 'silent') {
        await page.clock.runFor(900)
        expect(await page.getByTestId('copy-by-hand').count()).toBe(0)
        await page.clock.runFor(100)
      }
      await page.getByTestId('copy-by-hand').waitFor()
      expect(await byHand(page)).toEqual({
        selected: uri,
        focused: true,
        said: 'The text is selected. Copy it from here.',
      })
      expect(await page.getByTestId('copy-wc2-uri').locator('[role=status]').textContent()).toBe(
        'Failed to copy',
      )
      await page.clock.resume()
      if (how === 'refused') {
        await page.evaluate(stands)
        await picture(page, 'copy-by-hand')
        expect(await seen(page.getByTestId('qr-code').locator('..'))).toBe(true)
        expect(await scrolledBy(page)).toBe(0)
        await page.setViewportSize({ width: 568, height: 320 })
        await picture(page, 'copy-by-hand-568')
      }
    })
  })

  describe('the QR code', () => {
    it('is completely visible in both orientations', { tags: ['ci'] }, async () => {
      const page = await visit({ viewport: { width: 320, height: 568 } })
      await open(page)
      await show(page, 'ConnectingWalletConnect')
      const code = page.getByTestId('qr-code')
      await code.waitFor()
      for (const [width, height] of [
        [320, 568],
        [390, 664],
        [568, 320],
        [664, 390],
        [844, 390],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.evaluate(stands)
        await picture(page, `code-${width}`)
        expect(await seen(code.locator('..')), `${width} × ${height}`).toBe(true)
        expect(await scrolledBy(page), `${width} × ${height}`).toBe(0)
        for (const mode of ['dark', 'light'] as const) {
          await page.evaluate(
            (one) => (globalThis as unknown as Global).page.latchkey.theme.setThemeMode(one),
            mode,
          )
          const read = readers(await page.screenshot())
          expect([width, mode, read]).toEqual([width, mode, { jsQR: uri, zxing: uri }])
        }
      }
    })
  })

  describe('a part of the modal that could not be loaded', () => {
    it('can be loaded with the Try again button if it is a view', { tags: ['all'] }, async () => {
      const page = await visit()
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      await page.route('**/*.js', (route) => route.abort())
      await show(page, 'WhatIsAWallet')
      await page.getByTestId('load-again').waitFor()
      await picture(page, 'view-not-loaded')
      await page.unroute('**/*.js')
      await page.getByTestId('load-again').tap()
      await page.locator('[data-view=WhatIsAWallet]').waitFor()
      await expect
        .poll(() => page.getByTestId('load-again').count(), { message: 'the error is not shown' })
        .toBe(0)
    })

    it('can be loaded with the Try again button if it is the QR code', async () => {
      const page = await visit()
      await open(page)
      await page.getByTestId('all-wallets').waitFor()
      let view = false
      await page.route('**/qr-dots*.js', (route) => {
        view = true
        return route.abort()
      })
      await show(page, 'ConnectingWalletConnect')
      await page.getByTestId('load-again').waitFor()
      expect(view).toBe(true)
      await picture(page, 'code-not-loaded')
      await page.unroute('**/qr-dots*.js')
      await page.getByTestId('load-again').tap()
      await page.getByTestId('qr-code').waitFor()
    })
  })

  describe("in another app's web view", () => {
    const choose = async (page: Page) => {
      await open(page)
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as Global).page.latchkey.pairing.state.uri), {
          message: 'the link is ready before the tap',
        })
        .toBe(uri)
      await page.evaluate(() => {
        const opened: string[] = []
        Object.assign(globalThis, { opened, open: (url: string) => void opened.push(url) })
      })
      await page.getByTestId('wallet-selector-custom-lantern').tap()
      await page.getByTestId('copy-wc2-uri').waitFor()
    }
    const opened = (page: Page) => page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)

    for (const [agent, link] of [
      ['instagramIos', /^x-safari-http:/],
      ['xIos', /^x-safari-http:/],
      ['facebookAndroid', /^intent:\/\//],
    ] as const)
      it(`offers the browser and a link to copy if the app blocks other apps (user agent: ${agent})`, {
        tags: agent === 'xIos' ? ['all'] : [],
      }, async () => {
        const page = await visit({ agent })
        await choose(page)
        expect(await page.getByTestId('open-browser').getAttribute('href')).toMatch(link)
        expect(await page.getByTestId('open-wallet').count()).toBe(0)
        expect(await opened(page)).toEqual([])
        await picture(page, `web-view-${agent}`)
        // In landscape orientation, everything is visible without scrolling.
        await page.setViewportSize({ width: 568, height: 320 })
        await page.evaluate(stands)
        await picture(page, `web-view-${agent}-568`)
        const box = await page.getByTestId('copy-wc2-uri').boundingBox()
        expect(box && box.y + box.height).toBeLessThanOrEqual(312)
      })

    for (const agent of ['webViewAndroid', 'webViewIos'] as const)
      it(`opens the wallet if the app allows other apps (user agent: ${agent})`, {
        tags: agent === 'webViewIos' ? [] : ['all'],
      }, async () => {
        const page = await visit({ agent })
        await choose(page)
        expect(await opened(page)).toEqual([`lantern://wc?uri=${encodeURIComponent(uri)}`])
        await page.getByTestId('open-wallet').waitFor()
        await page.getByTestId('open-browser').waitFor()
        await picture(page, `web-view-${agent}`)
        await page.setViewportSize({ width: 568, height: 320 })
        await picture(page, `web-view-${agent}-568`)
      })

    it('offers another browser, unlike in Chrome on an iPad', async () => {
      const page = await visit({ agent: 'chromeIpad' })
      await choose(page)
      expect(await opened(page)).toEqual([`lantern://wc?uri=${encodeURIComponent(uri)}`])
      expect(await page.getByTestId('open-browser').count()).toBe(0)
    })
  })

  it('opens a wallet only once if the visitor taps twice within 60 ms', async () => {
    const page = await visit()
    await open(page)
    const row = page.getByTestId('wallet-selector-custom-lantern')
    await row.waitFor()
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as Global).page.latchkey.pairing.state.uri), {
        message: 'the link is ready',
      })
      .toBe(uri)
    const opened = await row.evaluate(async (button) => {
      const opened: string[] = []
      Object.assign(globalThis, { open: (url: string) => void opened.push(url) })
      ;(button as HTMLElement).click()
      await new Promise((resolve) => setTimeout(resolve, 60))
      ;(button as HTMLElement).click()
      return opened
    })
    expect(opened).toHaveLength(1)
  })

  it('offers to open the wallet on every view while a request waits in the wallet', async () => {
    const page = await visit({ agent: 'chromeAndroid' })
    await inPage(page, async ({ latchkey, wallets }) => {
      const wallet = wallets.walletConnect!
      wallet.onOpen = async () => {}
      wallet.wallet = { name: 'Lantern', redirect: { native: 'lantern://' } }
      await latchkey.connect({ connectorId: 'walletConnect' })
      wallet.events.emit('requestSent', { id: 7, topic: 'abc' })
      await latchkey.open({ view: 'Networks' })
    })
    const button = page.getByTestId('open-requested-wallet')
    await button.waitFor()
    expect(await button.getAttribute('href')).toBe('lantern://wc?requestId=7&sessionTopic=abc')
    await picture(page, 'request-waits')
    await page.setViewportSize({ width: 568, height: 320 })
    await picture(page, 'request-waits-568')
    await page.setViewportSize({ width: 390, height: 664 })
    await page.evaluate(() => (globalThis as unknown as Global).page.latchkey.open({ view: 'Account' }))
    await button.waitFor()
    await picture(page, 'request-waits-account')
    await inPage(page, ({ wallets }) => wallets.walletConnect!.events.emit('requestSent', undefined))
    await button.waitFor({ state: 'detached' })
  })
})

/** Returns whether a part is completely visible: inside the window, and not covered by another part of the modal. */
function seen(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const root = element.getRootNode() as ShadowRoot
    const middle = (left + right) / 2
    return within && [top + 2, bottom - 2].every((y) => element.contains(root.elementFromPoint(middle, y)))
  })
}

/** Returns by how many pixels the view is higher than its space. */
function scrolledBy(page: Page): Promise<number> {
  return page
    .getByTestId('lk-card')
    .locator('.stage')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
}

/** Reads the QR code in a screenshot with two libraries. */
function readers(picture: Buffer): { readonly jsQR: string | undefined; readonly zxing: string | undefined } {
  const { data, width, height } = PNG.sync.read(picture)
  const grey = new Uint8ClampedArray(width * height)
  for (let at = 0; at < grey.length; at++)
    grey[at] = ((data[at * 4] ?? 0) + 2 * (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) / 4
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)))
  let zxing: string | undefined
  try {
    zxing = new QRCodeReader().decode(bitmap).getText()
  } catch {
    zxing = undefined
  }
  return { jsQR: jsQR(new Uint8ClampedArray(data), width, height)?.data, zxing }
}
