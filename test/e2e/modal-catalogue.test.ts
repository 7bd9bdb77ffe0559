import { describe, expect, it } from 'vitest'
import { generatedWallets } from '../../src/devnet/catalogue/generated-wallets.ts'
import { chromiumPath } from './chromium.ts'
import { demoVisits } from './demo-visits.ts'
import { catalogueViews, look, seenViews } from './look.ts'
import { phone, poll } from './visitor.ts'

describe.skipIf(!chromiumPath)('a visitor of a page with a catalogue', () => {
  const demo = demoVisits({ catalogue: true, only: ['eip155', 'solana'] })
  const { visit } = demo

  const words = {
    en: { code: 'QR code to connect Umber Anchor', get: 'Get Umber Anchor', none: 'No wallet found' },
    ar: { code: /Umber Anchor/, get: /Umber Anchor/, none: 'لم يُعثر على محفظة' },
  }

  it.each([
    ['a desktop in English', undefined, 'en'],
    ['a phone in English', phone, 'en'],
    ['a desktop in Arabic', undefined, 'ar'],
    ['a phone in Arabic', phone, 'ar'],
  ] as const)(
    'finds a wallet among hundreds by typing, and opens its app and its download page, on %s',
    async (name, screen, language) => {
      const { page, press, modal, row } = await visit(screen && { screen, stays: true })
      const picture = name.replaceAll(' ', '-').slice(2)
      if (language === 'ar') await page.getByLabel('Language of the modal').selectOption('ar')
      await press(page.getByTestId('connect-button'))
      await press(row('all-wallets'))
      const rows = modal().locator('[data-testid^=wallet-selector-dev-]')
      await poll(() => rows.count(), { message: 'the list is shown' }).toBeGreaterThan(30)
      await look(page, `all-wallets-${picture}`)
      const field = modal().getByRole('searchbox')
      await field.fill('umber anc')
      const found = row('wallet-selector-dev-umber-anchor')
      await found.waitFor()
      await poll(() => rows.count(), { message: 'the list has one wallet' }).toBe(1)
      // The wallet's image comes from the catalogue.
      await poll(() => found.locator('img').getAttribute('src'), {
        message: 'the wallet found has its picture',
      }).toMatch(/^blob:/)
      await press(found)
      if (screen) await modal().getByTestId('open-wallet').waitFor()
      else await modal().getByRole('img', { name: words[language].code }).waitFor()
      await look(page, `listed-wallet-${picture}`)
      await press(modal().getByTestId('get-this-wallet'))
      const android = modal().getByTestId('download-android')
      await android.waitFor()
      expect(await android.getAttribute('href')).toBe('https://android.example/umber-anchor')
      expect(await android.getAttribute('rel')).toBe('noreferrer noopener')
      await look(page, `downloads-${picture}`)
    },
  )

  it('scrolls through six hundred wallets in under a thousand elements', {
    tags: ['all'],
  }, async () => {
    const { page, press, row, modal } = await visit()
    await press(page.getByTestId('connect-button'))
    const { catalogue } = demo.devnet
    await press(row('all-wallets'))
    const before = catalogue!.requests.length
    const last = generatedWallets(600, ['eip155:1']).at(-1)!
    const most = { nodes: 0 }
    const seen = async () => {
      await modal()
        .locator('.stage')
        .evaluate((stage) => stage.scrollTo(0, stage.scrollHeight))
      most.nodes = Math.max(most.nodes, await modal().evaluate((card) => card.querySelectorAll('*').length))
      return row(`wallet-selector-${last.id}`).isVisible()
    }
    await expect.poll(seen, { message: 'the last wallet is in view' }).toBe(true)
    expect(most.nodes).toBeLessThan(1000)
    const pages = catalogue!.requests.slice(before).filter((target) => target.startsWith('/getWallets'))
    expect(new Set(pages).size).toBe(pages.length)
    expect(pages.length).toBeLessThanOrEqual(15)
  })

  it('sees that a search found nothing, and can continue from there', async () => {
    const { page, press, modal, row } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await modal().getByRole('searchbox').fill('no such wallet')
    await modal().getByText(words.en.none).waitFor()
    await look(page, 'all-wallets-none')
    await press(modal().getByRole('button', { name: 'Clear search' }))
    await row('wallet-selector-headless').waitFor()
  })

  it('can choose to see only certified wallets', async () => {
    const { page, press, modal, row } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await row('wallet-selector-headless').waitFor()
    await press(row('certified'))
    await poll(() => row('wallet-selector-headless').count(), {
      message: 'the wallet selector headless is not shown',
    }).toBe(0)
    await row('wallet-selector-dev-amber-anchor').waitFor()
    await poll(() => modal().getByTestId('certified').getAttribute('aria-pressed'), {
      message: 'the certified has aria-pressed true',
    }).toBe('true')
  })

  it('reads what a wallet and a network are, and finds a wallet to install', async () => {
    const { page, press, modal, row, titled } = await visit()
    await press(page.getByTestId('connect-button'))
    await press(row('header-help'))
    await titled('What is a wallet?')
    await look(page, 'what-is-a-wallet')
    await press(row('get-wallet'))
    await titled('Get a wallet')
    await look(page, 'get-wallet')
    await press(row('get-all'))
    await titled('All wallets')
    await page.keyboard.press('Escape')
    await press(page.getByTestId('network-button').first())
    // The image of a network without a bundled logo also comes from the catalogue.
    const pictures = modal().locator('[data-testid^=network-switch-] img')
    const sources = () => pictures.evaluateAll((all) => all.map((one) => one.getAttribute('src')).join(' '))
    await poll(sources, { message: "a network has the catalogue's picture" }).toMatch(/(^| )blob:/)
    await press(row('what-is-a-network'))
    await titled('What is a network?')
    await look(page, 'what-is-a-network')
  })

  it('has seen every expected view at the end of these tests', { tags: ['ci'] }, () => {
    expect([...seenViews()]).toEqual(expect.arrayContaining([...catalogueViews]))
  })
})
