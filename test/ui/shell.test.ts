import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage }

describe.skipIf(!chromiumPath)('the shell of the modal', () => {
  let browser: Browser
  let site: Served
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1000, height: 760 } })
    complaints = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text())
    })
    await page.goto(site.url)
    await page.evaluate(() => (globalThis as unknown as Global).page.mount())
    await page.getByTestId('connect-button').waitFor()
  })
  afterEach(async () => {
    expect(complaints).toEqual([])
    await page.close()
  })
  const run = (action: (world: ViewsPage) => unknown) =>
    page.evaluate(`Promise.resolve((${action.toString()})(globalThis.page)).then(() => {})`)
  const open = async () => {
    await page.getByTestId('connect-button').click()
    await page.getByTestId('lk-card').waitFor()
  }
  const focusedId = () =>
    page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return element?.getAttribute('data-testid') ?? element?.id ?? element?.tagName
    })

  it('keeps the focus inside until it closes', { tags: ['ci'] }, async () => {
    await page.getByTestId('connect-button').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('lk-card').waitFor()
    await expect.poll(focusedId, { message: 'the focus moves' }).toBe('lk-card')
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      const inside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement === document.body || activeElement?.hasAttribute('data-latchkey')
      })
      expect(inside).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    await expect.poll(() => focusedId(), { message: 'the focus moves' }).toBe('connect-button')
  })

  it('focuses the email field if a button of the page opens the email form', async () => {
    // Opens the view twice, because its code loads only the first time.
    for (let times = 0; times < 2; times++) {
      await run(({ latchkey }) => latchkey.open({ view: 'EmailLogin' }))
      await page.getByTestId('email-input').waitFor()
      await expect.poll(focusedId, { message: 'the focus moves' }).toBe('email-input')
      await page.keyboard.press('Escape')
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    }
  })

  it('returns the focus to the network button if the modal takes long to load', async () => {
    let load = () => {}
    const loading = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.reload()
    await page.route('**/*.js', async (route) => {
      await loading
      await route.continue()
    })
    await page.evaluate(() => (globalThis as unknown as Global).page.mount())
    await page.getByTestId('network-button').focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByTestId('network-button').isDisabled(), { message: 'the modal loads' })
      .toBe(true)
    await page.evaluate(stands)
    expect(await focusedId()).toBe('network-button')
    load()
    await page.getByTestId('lk-card').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    await expect.poll(focusedId, { message: 'the focus returns' }).toBe('network-button')
  })

  it("focuses the title of a view if the previous view's title had the focus", { tags: ['ci'] }, async () => {
    await run((world) => {
      for (const wallet of Object.values(world.wallets)) wallet.onOpen = () => new Promise(() => {})
    })
    await open()
    await page.getByTestId('wallet-selector-app.moss').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Open Moss Wallet and confirm').waitFor()
    await expect.poll(focusedId, { message: 'the focus moves' }).toBe('header-text')
  })

  it('focuses the title of an embedded view if the previous view had the focus', async () => {
    await page.reload()
    await run((world) => world.mount({ enableEmbedded: true }))
    await page.getByTestId('all-wallets').focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Search wallet').waitFor()
    await expect.poll(focusedId, { message: 'the focus moves' }).toBe('header-text')
  })

  it('focuses the title if the pressed button is removed from its view', async () => {
    await run(({ wallets, decline }) => void Object.assign(wallets['app.moss'] ?? {}, { onOpen: decline }))
    await open()
    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByTestId('try-again').focus()
    await run(({ wallets }) => {
      Object.assign(wallets['app.moss'] ?? {}, { onOpen: () => new Promise(() => {}) })
    })
    await page.keyboard.press('Enter')
    await page.getByTestId('try-again').waitFor({ state: 'detached' })
    await expect.poll(focusedId, { message: 'the focus moves' }).toBe('header-text')
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    await expect.poll(focusedId, { message: 'the focus returns' }).toBe('connect-button')
  })

  describe('while a login with an email address is sent,', () => {
    /** Opens the email form, and types an address. The login fails when `fail` is called. */
    async function openForm() {
      await run(async ({ latchkey, fail }) => {
        const failed = new Promise((resolve) => Object.assign(globalThis, { failLogin: resolve }))
        const logIn = () => failed.then(() => fail('frame/invalid-request'))
        Object.assign(latchkey.embeddedWallet, { logIn, prepare: async () => {} })
        await latchkey.open({ view: 'EmailLogin' })
      })
      await page.getByTestId('email-input').fill('ada@harbour.example')
    }
    const sent = async () => {
      await page.locator('[data-testid=email-submit][aria-busy=true]').waitFor()
      await page.evaluate(stands)
    }
    const fail = async () => {
      await page.evaluate(() => (globalThis as unknown as { failLogin(): void }).failLogin())
      await page.locator('[data-testid=email-input][aria-invalid=true]').waitFor()
    }

    it('the field keeps the focus', async () => {
      await openForm()
      await page.keyboard.press('Enter')
      await sent()
      expect(await focusedId()).toBe('email-input')
      // A phone also hides its keyboard for a read-only field. So the field ignores changes instead.
      const field = page.getByTestId('email-input')
      expect(await field.evaluate((one: HTMLInputElement) => one.readOnly)).toBe(false)
      await page.keyboard.type('x')
      expect(await field.inputValue()).toBe('ada@harbour.example')
      await fail()
      expect(await focusedId()).toBe('email-input')
    })

    it('the pressed button loses the focus, and gets it back', async () => {
      await openForm()
      await page.getByTestId('email-submit').focus()
      await page.keyboard.press('Enter')
      await sent()
      await fail()
      await expect.poll(focusedId, { message: 'the focus returns' }).toBe('email-submit')
    })
  })

  it.each(['after', 'before'])(
    'returns the focus to the button that has replaced its button if the modal is %s the button',
    async (where) => {
      await page.reload()
      if (where === 'before') await run((world) => world.mount({ oneButton: true, modalFirst: true }))
      else await run((world) => world.mount({ oneButton: true }))
      const closes = async (button: string) => {
        await page.getByTestId('lk-card').waitFor({ state: 'detached' })
        await expect.poll(focusedId, { message: `the focus is on ${button}` }).toBe(button)
      }
      await page.getByTestId('connect-button').focus()
      await page.keyboard.press('Enter')
      await page.getByTestId('wallet-selector-app.moss').focus()
      await page.keyboard.press('Enter')
      await page.getByTestId('account-button').waitFor()
      await closes('account-button')
      await page.keyboard.press('Enter')
      await page.getByTestId('disconnect-button').focus()
      await page.keyboard.press('Enter')
      await page.getByTestId('connect-button').waitFor()
      await closes('connect-button')
    },
  )

  it('leaves the focus on a field that the page shows and focuses when the modal closes', async () => {
    await page.reload()
    await run((world) => world.mount({ nextStep: true }))
    await page.getByTestId('connect-button').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('header-close').click()
    await page.getByTestId('next-step').waitFor()
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    expect(await focusedId()).toBe('next-step')
  })

  it("sends the wallet only one request under React's StrictMode", { tags: ['ci'] }, async () => {
    await run((world) => {
      for (const wallet of Object.values(world.wallets)) wallet.onOpen = () => new Promise(() => {})
    })
    await open()
    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByText('Open Moss Wallet and confirm').waitFor()
    await page.evaluate(stands)
    expect(
      await page.evaluate(() => (globalThis as unknown as Global).page.wallets['app.moss']?.count.open),
    ).toBe(1)
  })

  describe('the view of an installed wallet', () => {
    /** How often the page has asked Moss Wallet and Quartz to connect. */
    const asked = () =>
      page.evaluate(() => {
        const { wallets } = (globalThis as unknown as Global).page
        return ['app.moss', 'org.quartz'].map((id) => wallets[id]?.count.open)
      })

    it('asks its wallet if it opens after a connect of another wallet has failed', async () => {
      await run(async ({ latchkey, wallets, decline }) => {
        Object.assign(wallets['app.moss'] ?? {}, { onOpen: decline })
        Object.assign(wallets['org.quartz'] ?? {}, { onOpen: () => new Promise(() => {}) })
        await latchkey.connect({ connectorId: 'app.moss' }).catch(() => {})
        const connector = latchkey.connector.state.connectors.find(({ id }) => id === 'org.quartz')
        await latchkey.open({ view: 'ConnectingExternal', data: { connector } })
      })
      await page.getByText('Open Quartz and confirm').waitFor()
      await expect.poll(asked, { message: 'the page asks Quartz' }).toEqual([1, 1])
    })

    it('asks its wallet if the view of another wallet is open', async () => {
      await run(({ wallets }) => {
        for (const wallet of Object.values(wallets)) wallet.onOpen = () => new Promise(() => {})
      })
      for (const [id, name] of [
        ['app.moss', 'Moss Wallet'],
        ['org.quartz', 'Quartz'],
      ] as const) {
        await page.evaluate((id) => {
          const { latchkey } = (globalThis as unknown as Global).page
          const connector = latchkey.connector.state.connectors.find((one) => one.id === id)
          return latchkey.open({ view: 'ConnectingExternal', data: { connector } })
        }, id)
        await page.getByText(`Open ${name} and confirm`).waitFor()
      }
      await expect.poll(asked, { message: 'the page asks Quartz' }).toEqual([1, 1])
    })

    it('shows the failure if the page has already asked its wallet', async () => {
      await run(async ({ latchkey, wallets, decline }) => {
        Object.assign(wallets['org.quartz'] ?? {}, { onOpen: decline })
        latchkey.session.ask({ connectorId: 'org.quartz' })
        const connector = latchkey.connector.state.connectors.find(({ id }) => id === 'org.quartz')
        await latchkey.open({ view: 'ConnectingExternal', data: { connector } })
      })
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await asked()).toEqual([0, 1])
    })
  })

  it('loads again at each opening if it is embedded and its code could not be loaded', async () => {
    const failure = page.locator('.lk-button[role=alert]')
    await page.reload()
    await page.route('**/shell-*.js', (route) => route.abort())
    await run((world) => world.mount({ enableEmbedded: true }))
    await failure.waitFor()
    const openCard = () => run(({ latchkey }) => latchkey.open())
    await openCard()
    const isOpen = () => page.evaluate(() => (globalThis as unknown as Global).page.latchkey.modal.state.open)
    await expect.poll(isOpen, { message: 'the modal closes after the second failure' }).toBe(false)
    await failure.waitFor()
    await page.unroute('**/shell-*.js')
    await openCard()
    await page.getByTestId('lk-card').waitFor()
    expect(await failure.count()).toBe(0)
    // The browser logs each file that could not be loaded.
    complaints = []
  })

  it('keeps its width in every layout of the page if it is embedded', async () => {
    await page.reload()
    await run((world) => world.mount({ enableEmbedded: true }))
    await page.getByTestId('lk-card').waitFor()
    const widths = () =>
      page.evaluate(() => {
        const host = document.querySelector<HTMLElement>('[data-testid=lk-host]')
        const card = host?.shadowRoot?.querySelector<HTMLElement>('[data-testid=lk-card]')
        const parent = host?.parentElement
        if (!card || !parent) return undefined
        const own = parent.style.cssText
        const layouts = ['', 'display: flex', 'display: grid; place-items: center', 'float: left']
        const found = layouts.map((layout) => {
          parent.style.cssText = layout
          return card.offsetWidth
        })
        parent.style.cssText = own
        return found
      })
    await expect.poll(widths, { message: 'the card has its width' }).toEqual([400, 400, 400, 400])
    await page.setViewportSize({ width: 320, height: 700 })
    await expect
      .poll(async () => Math.max(...((await widths()) ?? [Number.NaN])), { message: 'the card fits a phone' })
      .toBeLessThanOrEqual(320)
  })

  it('keeps the page at its scroll position', async () => {
    const at = () =>
      page.evaluate(() => ({
        left: document.querySelector('h1')?.getBoundingClientRect().left,
        width: document.querySelector('main')?.getBoundingClientRect().width,
        scroll: document.scrollingElement?.scrollTop,
      }))
    await page.evaluate(() => window.scrollTo(0, 60))
    const before = await at()
    await open()
    expect(await at()).toEqual(before)
    await page.mouse.move(20, 700)
    const turned = page.evaluate(
      () => new Promise((done) => addEventListener('wheel', done, { once: true, capture: true })),
    )
    await page.mouse.wheel(0, 400)
    await turned
    await page.evaluate(stands)
    expect(await at()).toEqual(before)
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    await page.mouse.wheel(0, 200)
    await expect
      .poll(async () => (await at()).scroll, { message: 'the page scrolls again' })
      .toBeGreaterThan(60)
  })

  it('closes on a click that starts and ends outside of the card', { tags: ['ci'] }, async () => {
    await open()
    const card = await page.getByTestId('lk-card').boundingBox()
    if (!card) throw new Error('no card')
    await page.mouse.move(card.x + 30, card.y + 30)
    await page.mouse.down()
    await page.mouse.move(card.x - 60, card.y + 30)
    await page.mouse.up()
    expect(await page.getByTestId('lk-card').isVisible()).toBe(true)
    // Right after the modal appears, a click may be the second click of a double click on the page, so it doesn't close the modal.
    await expect
      .poll(
        async () => {
          await page.mouse.click(card.x - 60, card.y + 30)
          return page.getByTestId('lk-card').isVisible()
        },
        { message: 'the click closes the modal' },
      )
      .toBe(false)
  })

  it('stays open on an unsupported network when the visitor presses Escape', {
    tags: ['ci'],
  }, async () => {
    await open()
    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByTestId('account-button').waitFor()
    await run((world) => world.wallets['app.moss']?.moveTo('eip155:99'))
    await page.getByText("doesn't support this network").waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.getByTestId('lk-card').getAttribute('class'), { message: 'the card has class shake' })
      .toContain('shake')
    for (let presses = 0; presses < 7; presses++) await page.keyboard.press('Escape')
    expect(await page.getByText("doesn't support this network").isVisible()).toBe(true)
    expect(
      await page.evaluate(() =>
        document
          .querySelector('[data-testid=lk-host]')
          ?.shadowRoot?.querySelector('dialog')
          ?.matches(':modal'),
      ),
    ).toBe(true)
  })

  it('fades in and out', { tags: ['ci'] }, async () => {
    await open()
    // Waits until the modal is visible, because an invisible modal has nothing to fade when it closes.
    const opacity = () => page.getByTestId('lk-modal').evaluate((dialog) => getComputedStyle(dialog).opacity)
    await expect.poll(opacity, { message: 'the modal is opaque' }).toBe('1')
    await page.evaluate(() => {
      const dialog = document.querySelector('[data-testid=lk-host]')?.shadowRoot?.querySelector('dialog')
      dialog?.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target !== dialog) return
        if (dialog.open) document.title += ` in ${propertyName}`
        else document.title += ` out ${propertyName}, ${getComputedStyle(dialog).pointerEvents}`
      })
    })
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.getByTestId('lk-modal').isVisible(), { message: 'the modal closes' })
      .toBe(false)
    await expect
      .poll(() => page.title(), { message: 'the transition begins' })
      .toContain(' out opacity, none')
    await open()
    await expect
      .poll(() => page.title(), { message: 'the transition begins' })
      .toContain(' in background-color')
  })

  it('shows opaque wallets in its first frame', async () => {
    await open()
    await page.getByTestId('header-help').click()
    await page.getByTestId('header-back').waitFor()
    await page.keyboard.press('Escape')
    // Waits for the end of the transition, because the next opening would begin from its opacity.
    await page.getByTestId('lk-modal').waitFor({ state: 'hidden' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    // Stops every animation and transition at its start.
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await open()
    const opacity = () =>
      page.getByTestId('wallet-selector-app.moss').evaluate((row) => {
        let product = 1
        for (let one: Element | null = row; one; one = one.parentElement)
          product *= Number(getComputedStyle(one).opacity)
        return product
      })
    await expect.poll(opacity, { message: 'the wallets are opaque' }).toBe(1)
  })

  it('renders the wallets before it first opens, and fetches their pictures when it opens', async () => {
    const picture = `${site.url}picture.svg`
    const requests: string[] = []
    await page.route(picture, (route) => {
      requests.push(route.request().url())
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      })
    })
    await page.reload()
    await page.evaluate(
      (url) => (globalThis as unknown as Global).page.mount({ connectorImages: { 'app.moss': url } }),
      picture,
    )
    const row = page.getByTestId('wallet-selector-app.moss')
    await row.waitFor({ state: 'attached' })
    const dialog = page.getByTestId('lk-modal')
    expect(await dialog.isVisible()).toBe(false)
    await row.evaluate((element) => element.setAttribute('data-ahead', ''))
    await page.evaluate(stands)
    expect(requests).toEqual([])
    await open()
    // The opened modal shows the element that was rendered before.
    expect(await row.getAttribute('data-ahead')).toBe('')
    await expect.poll(() => requests, { message: 'the picture is fetched' }).toEqual([picture])
    await page.keyboard.press('Escape')
    await row.waitFor({ state: 'detached' })
  })

  it('opens at its full height', async () => {
    await page.getByTestId('lk-host').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
      root?.addEventListener('transitionrun', (event) => {
        const { target, propertyName } = event as TransitionEvent
        document.title += ` ${(target as Element).className} ${propertyName}`
      })
    })
    await open()
    await expect
      .poll(() => page.title(), { message: 'the modal fades in' })
      .toContain(' dialog background-color')
    await page.evaluate(stands)
    expect(await page.title()).not.toContain(' stage height')
  })

  it('moves nothing if the visitor prefers reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByTestId('lk-host').waitFor({ state: 'attached' })
    const title = await page.title()
    await page.evaluate(() => {
      const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
      for (const begins of ['transitionrun', 'animationstart'])
        root?.addEventListener(begins, ({ type, target }) => {
          document.title += ` ${type} ${(target as Element).className}`
        })
    })
    await open()
    await page.evaluate(stands)
    expect(await page.title()).toBe(title)
  })

  it("does not change the page's URL or its history in any view", async () => {
    const at = () => page.evaluate(() => [location.href, history.length])
    const before = await at()
    await open()
    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByTestId('account-button').waitFor()
    for (const view of ['Account', 'Networks', 'AllWallets'] as const) {
      await page.evaluate((view) => (globalThis as unknown as Global).page.latchkey.open({ view }), view)
      await page.locator(`[data-view=${view}]`).waitFor()
      expect(await at()).toEqual(before)
    }
    await page.keyboard.press('Escape')
    await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    expect(await at()).toEqual(before)
  })

  it('has the width, sizes and durations of the specification', async () => {
    await open()
    // While the modal opens, its view and title have no animation of their own.
    await page.getByTestId('header-help').click()
    await page.getByTestId('header-back').waitFor()
    const drawn = () =>
      page.getByTestId('lk-card').evaluate((card) => {
        const of = (selector: string) => getComputedStyle(card.querySelector(selector) as Element)
        return {
          width: card.clientWidth,
          radius: getComputedStyle(card).borderRadius,
          title: of('h1').fontSize,
          header: of('h1 bdi').animationDuration,
          height: `${of('.stage').transitionProperty} ${of('.stage').transitionDuration}`,
          view: of('.view').animationDuration,
        }
      })
    // The title is 1.6 times the master size of 10 px, and the corners are 7 times the master radius of 4 px.
    await expect
      .poll(() => drawn(), { message: 'the modal is drawn' })
      .toEqual({
        width: 360,
        radius: '28px',
        title: '16px',
        header: '0.12s',
        height: 'height 0.15s',
        view: '0.15s',
      })
    const level = () => page.getByTestId('page-notice').evaluate((notice) => getComputedStyle(notice).zIndex)
    await expect.poll(() => level(), { message: 'the modal is drawn' }).toBe('999')
    await run((world) =>
      world.latchkey.theme.setThemeVariables({
        '--lk-font-size-master': '12px',
        '--lk-border-radius-master': '2px',
        '--lk-z-index': 7,
      }),
    )
    await expect
      .poll(() => drawn(), { message: 'the modal is drawn' })
      .toMatchObject({ title: '19.2px', radius: '14px' })
    await expect.poll(() => level(), { message: 'the modal is drawn' }).toBe('7')
  })

  it("shows the icon of a snackbar in the host's color", async () => {
    await open()
    const shown = (icon: string) => page.locator(`.snackbar .icon-${icon}`)
    await run((world) => world.latchkey.snackbar.showSvg('Sent', { icon: 'mail', iconColor: 'rgb(1, 2, 3)' }))
    await shown('mail').waitFor()
    expect(await shown('mail').evaluate((icon) => getComputedStyle(icon).color)).toBe('rgb(1, 2, 3)')
    await run((world) =>
      world.latchkey.snackbar.showSvg('Sent', { icon: 'toString', iconColor: 'url(https://evil.example)' }),
    )
    await shown('check').waitFor()
    const own = await page.locator('.snackbar').evaluate((one) => getComputedStyle(one).color)
    expect(await shown('check').evaluate((icon) => getComputedStyle(icon).color)).toBe(own)
  })

  it('shows a snackbar between the header and the view', async () => {
    await open()
    await run((world) => world.latchkey.snackbar.showError('Signature declined'))
    const snackbar = page.locator('.snackbar')
    await snackbar.getByText('Signature declined').waitFor()
    const [title, message, view] = await Promise.all([
      page.locator('#lk-title').boundingBox(),
      snackbar.boundingBox(),
      page.locator('.stage').boundingBox(),
    ])
    expect(message?.y).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
    expect(view?.y).toBeGreaterThanOrEqual((message?.y ?? 0) + (message?.height ?? 0))
    expect(await page.locator('#lk-title').evaluate((h1) => getComputedStyle(h1).opacity)).toBe('1')
  })

  it("applies the theme's mode and variables", { tags: ['ci'] }, async () => {
    await open()
    const ground = () =>
      page.getByTestId('lk-card').evaluate((card) => {
        const { backgroundColor, borderRadius } = getComputedStyle(card)
        return [backgroundColor, borderRadius]
      })
    await page.emulateMedia({ colorScheme: 'light' })
    await run((world) => world.latchkey.theme.setThemeMode('light'))
    const [light] = await ground()
    await run((world) => world.latchkey.theme.setThemeMode('dark'))
    expect((await ground())[0]).not.toBe(light)
    await run((world) =>
      world.latchkey.theme.setThemeVariables({ '--lk-border-radius-master': '2px', '--lk-accent': '#0a7' }),
    )
    expect((await ground())[1]).toBe('14px')
    // The value of a variable can't inject CSS.
    await run((world) => world.latchkey.theme.setThemeVariables({ '--lk-accent': 'red;} body{display:none' }))
    expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('block')
  })

  describe('over a dialog of the app that hides the page and stays mounted after it closes', () => {
    /** Opens the app's dialog, and opens the modal from this dialog. */
    async function openBoth() {
      await page.evaluate(() => {
        const dialog = document.createElement('div')
        dialog.id = 'app-dialog'
        dialog.setAttribute('role', 'dialog')
        const button = document.createElement('button')
        button.id = 'pay'
        button.textContent = 'Pay'
        dialog.append(button)
        document.body.append(dialog)
        const root = document.getElementById('root')
        root?.setAttribute('aria-hidden', 'true')
        root?.setAttribute('inert', '')
        button.focus()
      })
      await run(({ latchkey }) => latchkey.open())
      await page.getByTestId('lk-card').waitFor()
    }
    const marks = () =>
      page.evaluate(() => {
        const root = document.getElementById('root')
        return [root?.getAttribute('aria-hidden'), root?.getAttribute('inert')]
      })
    /**
     * Shows the page again. Dialog libraries show the page before they hide the dialog, which some do only after a transition.
     */
    const showPage = () =>
      page.evaluate(() => {
        for (const mark of ['aria-hidden', 'inert']) document.getElementById('root')?.removeAttribute(mark)
      })
    const hideDialog = (style: string) =>
      page.evaluate((style) => {
        const dialog = document.getElementById('app-dialog')
        if (dialog) dialog.style.cssText = style
      }, style)
    const closeModal = async () => {
      await run(({ latchkey }) => latchkey.close())
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
    }

    it('hides the page again after the modal has closed if the dialog is still open', async () => {
      await openBoth()
      expect(await marks()).toEqual([null, null])
      await closeModal()
      await expect.poll(marks, { message: 'the page is hidden again' }).toEqual(['true', ''])
      await expect.poll(focusedId, { message: 'the focus returns' }).toBe('pay')
    })

    for (const style of ['display: none', 'visibility: hidden'])
      it(`shows the page if the app hid the dialog with ${style} before the modal closed`, {
        tags: style === 'display: none' ? [] : ['all'],
      }, async () => {
        await openBoth()
        await showPage()
        await hideDialog(style)
        await closeModal()
        await page.evaluate(stands)
        expect(await marks()).toEqual([null, null])
        await page.getByTestId('connect-button').click({ timeout: 3000 })
      })

    for (const [how, style] of [
      ['at once', 'visibility: hidden'],
      ['after a transition', 'visibility: hidden; opacity: 0; transition: all 0.1s'],
    ] as const)
      it(`shows the page when the dialog closes ${how} after the modal`, {
        tags: how === 'at once' ? ['all'] : [],
      }, async () => {
        await openBoth()
        await showPage()
        await closeModal()
        await hideDialog(style)
        await expect.poll(marks, { message: 'the page is shown' }).toEqual([null, null])
      })
  })

  describe('the frame of an embedded wallet', () => {
    const frame = () => page.frameLocator('#placeholder')
    const approve = async () => {
      await run((world) => world.latchkey.open({ view: 'ApproveTransaction' }))
      await page.getByText('Check what the wallet shows').waitFor()
      await page.evaluate(stands)
    }
    const clickInside = () => frame().getByRole('button').click()
    const count = () => frame().locator('output').textContent()
    /** Returns whether the mouse reaches a button of the page. */
    const reachesPage = () =>
      page.getByTestId('connect-button').evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })

    for (const [where, shellFirst] of [
      ["in the modal's shell if the shell existed before the frame", true],
      ["in the body if the shell didn't exist before the frame", false],
    ] as const)
      it(`can be clicked and focused, and is ${where}`, {
        tags: shellFirst ? ['all'] : [],
      }, async () => {
        if (shellFirst) {
          await open()
          await page.keyboard.press('Escape')
          await page.getByTestId('lk-card').waitFor({ state: 'detached' })
        } else {
          // With Save-Data, the page prefetches nothing, so the modal doesn't exist yet.
          await page.addInitScript(() =>
            Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
          )
          await page.goto(site.url)
          await page.evaluate(() => (globalThis as unknown as Global).page.mount())
          await page.getByTestId('connect-button').waitFor()
        }
        await run((world) => world.placeFrame())
        const parent = await page.evaluate(
          () => document.getElementById('placeholder')?.parentElement?.tagName,
        )
        expect(parent).toBe(shellFirst ? 'DIV' : 'BODY')
        await frame().locator('button').waitFor({ state: 'attached' })
        const visible = () =>
          page.evaluate(() => document.getElementById('placeholder')?.getBoundingClientRect().height !== 0)
        for (let round = 1; round <= 2; round++) {
          await approve()
          await clickInside()
          expect(await count()).toBe(String(round))
          expect(
            await page.evaluate(() => document.activeElement?.id === 'placeholder'),
            'the frame has the focus',
          ).toBe(true)
          // The keyboard and the mouse reach only the frame.
          expect(await reachesPage(), 'the mouse reaches the page').toBe(false)
          const reached = new Set<string | undefined>()
          for (let presses = 0; presses < 6; presses++) {
            await page.keyboard.press('Tab')
            reached.add(await focusedId())
          }
          expect([...reached].filter((id) => id?.includes('-button'))).toEqual([])
          expect([...reached]).toContain('header-close')
          expect([...reached]).toContain('placeholder')
          await page.getByTestId('header-close').click()
          await page.getByTestId('lk-card').waitFor({ state: 'detached' })
          await expect.poll(reachesPage, { message: 'the mouse reaches the page again' }).toBe(true)
          if (shellFirst) expect(await visible()).toBe(false)
        }
        expect(await page.evaluate(() => document.querySelectorAll('[inert]').length)).toBe(0)
        expect(await count()).toBe('2')
      })

    it('takes the approval with it if the page unmounts the modal', async () => {
      await open()
      await page.keyboard.press('Escape')
      await page.getByTestId('lk-card').waitFor({ state: 'detached' })
      await run((world) => world.placeFrame())
      await frame().locator('button').waitFor({ state: 'attached' })
      await approve()
      await run(({ unmountModal }) => unmountModal())
      await page.locator('#placeholder').waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(() => (globalThis as unknown as Global).page.latchkey.modal.state.open), {
          message: 'the modal is closed',
        })
        .toBe(false)
    })
  })
})
