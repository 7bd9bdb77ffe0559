import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import type { ViewsPage } from './pages/views.tsx'
import { stands } from './reach.ts'
import { languages, playScene, reviewing, scenes } from './scenes.ts'
import { type Served, serveViews } from './serve.ts'

type Global = { page: ViewsPage }
type Options = NonNullable<Parameters<ViewsPage['mount']>[0]>

describe.skipIf(!chromiumPath)('the language of the modal', () => {
  let browser: Browser
  let site: Served
  let page: Page
  let logged: string[]
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews()])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1000, height: 760 }, locale: 'ar-EG' })
    logged = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) logged.push(message.text())
    })
    await page.goto(site.url)
  })
  afterEach(() => page.close())

  const mount = (options: Options) =>
    page.evaluate((given) => (globalThis as unknown as Global).page.mount(given), options)
  const change = (options: Options) =>
    page.evaluate(
      (given) => (globalThis as unknown as Global).page.latchkey.options.updateOptions(given),
      options,
    )
  const button = () => page.getByTestId('connect-button')
  const card = () => page.getByTestId('lk-card')
  const title = () => page.getByTestId('header-text')
  const layout = () =>
    card().evaluate((element) => {
      const [picture, name] = [...element.querySelectorAll('.row:first-child > *')].map(
        (one) => one.getBoundingClientRect().left,
      )
      const root = element.closest('.root')
      const [wide, narrow] = [picture ?? 0, name ?? 0]
      return {
        lang: root?.getAttribute('lang'),
        direction: getComputedStyle(element).direction,
        pictureFirst: wide < narrow ? 'left' : 'right',
      }
    })

  it('can change, with its direction, while the modal is open', {
    tags: ['ci'],
  }, async () => {
    await mount({})
    await button().click()
    await expect
      .poll(() => title().textContent(), { message: 'the title says Connect wallet' })
      .toBe('Connect wallet')
    await expect
      .poll(() => layout(), { message: 'the modal is drawn' })
      .toEqual({ lang: 'en', direction: 'ltr', pictureFirst: 'left' })

    await change({ language: 'ar' })
    await expect
      .poll(() => title().textContent(), { message: 'the title says ربط المحفظة' })
      .toBe('ربط المحفظة')
    await expect
      .poll(() => layout(), { message: 'the modal is drawn' })
      .toEqual({ lang: 'ar', direction: 'rtl', pictureFirst: 'right' })
    await expect
      .poll(() => button().textContent(), { message: 'the button says جارٍ الربط...' })
      .toBe('جارٍ الربط...')

    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByTestId('page-notice').getByText('تم الربط').waitFor()
    const account = page.getByTestId('account-button')
    await account.click()
    await page.getByText('قطع الاتصال').waitFor()
    // Amounts and addresses run from left to right in every language.
    for (const bdi of [page.getByTestId('balance').locator('bdi'), account.locator('bdi').last()])
      expect(await bdi.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')

    await change({ language: 'es-MX' })
    await page.getByText('Desconectar').waitFor()
    await expect
      .poll(() => page.getByTestId('balance').textContent(), { message: 'the balance says 1.234 ETH' })
      .toBe('1.234 ETH')
    await change({ language: 'es' })
    await expect
      .poll(() => page.getByTestId('balance').textContent(), { message: 'the balance says 1,234 ETH' })
      .toBe('1,234 ETH')
    await change({ language: undefined })
    await page.getByText('Disconnect').waitFor()
    await expect
      .poll(() => button().textContent(), { message: 'the button says Connected' })
      .toBe('Connected')
    expect(logged).toEqual([])
  })

  it('determines the direction of the arrow keys in a list of tabs', async () => {
    // There are three tabs, because with two tabs each arrow key leads to the other tab.
    const links = { webapp_link: 'https://lantern.example', desktop_link: 'lantern-desktop://' }
    const customWallets = [{ id: 'lantern', name: 'Lantern', mobile_link: 'lantern://', ...links }]
    await mount({ language: 'ar', customWallets })
    await page.evaluate(() => {
      for (const wallet of Object.values((globalThis as unknown as Global).page.wallets))
        wallet.onOpen = () => new Promise(() => {})
    })
    await button().click()
    await page.getByTestId('wallet-selector-custom-lantern').click()
    await page.getByTestId('tab-qrcode').focus()
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(() => page.getByTestId('tab-web').getAttribute('aria-selected'), {
        message: 'the web tab has aria-selected true',
      })
      .toBe('true')
    expect(logged).toEqual([])
  })

  it('determines the plural forms', { tags: ['all'] }, async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, each) => ({
        id: `${each}`,
        name: `Custom ${each}`,
        mobile_link: 'a://',
      }))
    await mount({ language: 'es', customWallets: many(100) })
    await button().click()
    // Besides the wallets of the list, there are WalletConnect and five installed wallets.
    await page.getByText('Mostrar 6 billeteras más').waitFor()
    await change({ customWallets: many(95) })
    await page.getByText('Mostrar 1 billetera más').waitFor()
  })

  it("is the visitor's language with the option auto", async () => {
    await mount({ language: 'auto' })
    await expect
      .poll(() => button().textContent(), { message: 'the button says ربط المحفظة' })
      .toBe('ربط المحفظة')
    await button().click()
    await card().waitFor()
    expect((await layout()).lang).toBe('ar-EG')
    expect(logged).toEqual([])
  })

  it('is English if the host sets an unknown language', {
    tags: ['ci'],
  }, async () => {
    await mount({ language: 'tlh' })
    await button().click()
    await expect
      .poll(() => title().textContent(), { message: 'the title says Connect wallet' })
      .toBe('Connect wallet')
    expect((await layout()).lang).toBe('en')
    expect(logged).toEqual(['There is no language tlh: English is shown'])
  })

  it('applies to every text that the host does not replace', async () => {
    const strings = {
      'title.Connect': 'Sign in to Lighthouse',
      'button.connect': 'Sign in',
      'wallet.installed': 'Here',
      'connecting.heading': 'Go to your wallet',
      'title.Conect': 'Sign in',
    }
    await mount({ strings })
    await expect.poll(() => button().textContent(), { message: 'the button says Sign in' }).toBe('Sign in')
    await button().click()
    await expect
      .poll(() => title().textContent(), { message: 'the title says Sign in to Lighthouse' })
      .toBe('Sign in to Lighthouse')
    await page.getByText('Here', { exact: true }).first().waitFor()
    await expect
      .poll(() => logged, { message: 'the log has its lines' })
      .toEqual([
        "The option strings['connecting.heading'] is not used: {wallet} is missing",
        "The option strings['title.Conect'] is not used: there is no such string",
      ])
    await change({ language: 'es', strings: { 'title.Connect': 'Entrar' } })
    await expect.poll(() => title().textContent(), { message: 'the title says Entrar' }).toBe('Entrar')
    await page.getByText('Instalada', { exact: true }).first().waitFor()
  })

  it('applies to the texts of errors', {
    tags: ['ci'],
  }, async () => {
    await mount({ language: 'es' })
    await button().waitFor()
    await page.evaluate(() => {
      const { page: world } = globalThis as unknown as Global
      const wallet = world.wallets['app.moss']
      if (wallet) wallet.onOpen = () => world.fail('wallet/invalid-answer')
    })
    await button().click()
    await page.getByTestId('wallet-selector-app.moss').click()
    await page.getByText('No ha funcionado').waitFor()
    const meaning = 'La respuesta de la billetera no se pudo entender y no se usó. Actualice la billetera.'
    await page.getByText(meaning).waitFor()
    await page.getByTestId('what-is-this').click()
    await expect
      .poll(() => page.getByTestId('error-detail').textContent(), {
        message: 'the sentence for developers is shown',
      })
      .toMatch(/^The wallet returned an invalid response/)
  })

  const show = async (name: string) => {
    const scene = scenes.find((one) => one.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    await mount({ ...scene.mount, language: 'ar' })
    await playScene(page, scene, languages.ar)
  }

  it('determines the number format of the amount in the review of a send', async () => {
    await mount({ language: 'de' })
    for (const step of reviewing('later')) await step(page, languages.en)
    expect(await page.getByTestId('review-amount').textContent()).toBe('0,25 ETH')
  })

  it("can be Arabic, with a separator between a transaction's amount and address", async () => {
    await show('sent-outcomes')
    const note = card().locator('[data-view=Transactions] .past .note').first()
    await note.waitFor()
    await page.evaluate(stands)
    expect(await note.textContent()).toBe('0.250 ETH · 0x12...121212')
    const gap = await note.evaluate((element) => {
      const [amount, address] = [...element.querySelectorAll('bdi')].map((one) => one.getBoundingClientRect())
      return (amount?.left ?? 0) - (address?.right ?? 0)
    })
    expect(gap, 'the address is to the left, behind the separator').toBeGreaterThan(4)
  })

  it('can be Arabic, with the amount of a purchase next to its currency', {
    tags: ['all'],
  }, async () => {
    await show('on-ramp-providers')
    const preset = page.getByTestId('buy-preset-100')
    expect((await preset.textContent())?.replace(/\p{Cf}/gu, '')).toBe('100\u00a0US$')
    const [letter, sign] = await preset.evaluate((button) => {
      const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text
      return ['U', '$'].map((character) => {
        const range = document.createRange()
        const at = text.data.indexOf(character)
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return range.getBoundingClientRect().left
      }) as [number, number]
    })
    expect(letter, 'the button reads US$, not $US').toBeLessThan(sign)
    await page.evaluate(stands)
    const { align, outside } = await page.getByTestId('buy-amount').evaluate((field) => {
      const sign = field.previousElementSibling!.getBoundingClientRect()
      const label = field.closest('.field')!.querySelector('label')!.getBoundingClientRect()
      return { align: getComputedStyle(field).textAlign, outside: sign.right - label.right }
    })
    expect(align, 'the sign is to the right of the field').toBe('right')
    expect(outside, 'the sign starts below the label').toBe(0)
  })
})
