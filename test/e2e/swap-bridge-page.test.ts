// @module-tag ci
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { bridgeTokens } from '../support/swap-bridge.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))

/** A host's page with swaps between networks, as docs/swap.md describes it. */
const app = (world: object) => `
import { createRoot } from 'react-dom/client'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { lifi } from 'latchkey/providers/lifi'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'

const { networks, url, tokens, contracts } = ${JSON.stringify(world)}
const create = () =>
  createLatchkey({
    networks,
    adapters: [eip155({ swapContracts: contracts })],
    providers: [lifi({ url, tokens, contracts })],
  })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider create={create}>
    <LatchkeyButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)`

describe.skipIf(!chromiumPath)('a page with swaps between networks', () => {
  let devnet: Devnet
  let site: ServedPage

  beforeAll(async () => {
    // Starts separate nodes, because a swap depends on the account's balances.
    devnet = await startDevnet({ families: ['eip155'], providers: true })
    const networks = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    const { lifi: url, swapContracts: contracts } = devnet.providers!
    const { files } = await buildPage(folder, {
      sources: { 'main.tsx': app({ networks, url, contracts, tokens: bridgeTokens(devnet) }) },
    })
    site = await servePage(files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([site?.close(), devnet?.stop()])
  })

  /** Reviews a swap of 0.5 ETH for tUSD of the other network. */
  async function review(page: Page) {
    await injectDevWallets(page, devnet, ['ethereum'])
    await page.goto(site.origin)
    const modal = page.getByTestId('lk-card')
    const row = (id: string) => modal.getByTestId(id)
    await page.getByRole('button').first().click()
    await modal.getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    await page.getByRole('button').first().click()
    await row('wallet-features-swaps-button').click()
    await row('swap-pick-toToken').click()
    await row('swap-network-eip155:31338').click()
    await poll(() => row('swap-network-eip155:31338').getAttribute('aria-pressed'), {
      message: 'the network is chosen',
    }).toBe('true')
    await row('swap-token-tUSD').click()
    expect(await row('swap-to-network').textContent()).toBe('Devnet Two')
    expect(await row('swap-turn').isDisabled()).toBe(true)
    await row('swap-input-sourceToken').fill('0.5')
    await poll(() => row('swap-action-button').isEnabled(), { message: 'there is a quote' }).toBe(true)
    await row('swap-action-button').click()
    await poll(() => row('swap-confirm').isEnabled(), { message: 'the swap can be confirmed' }).toBe(true)
    return row
  }

  it('shows both halves of the swap in the review, and the received amount at the end', async () => {
    const browser = await launchChromium()
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const row = await review(page)
    const halves = await row('swap-bridge').innerText()
    // At the devnet's prices, 0.5 ETH is worth 1250 tUSD. The bridge keeps 0.1 %, and the slippage is 1 %.
    expect(halves).toMatch(/Devnet One\s+Across takes at least 1,237\.\d+ tUSD/)
    expect(halves).toMatch(/Devnet Two\s+Across pays you at least 1,236\.\d+ tUSD/)
    expect(halves).toMatch(/Expected time\s+4 seconds/)
    expect(await row('swap-refund').innerText()).toMatch(
      /^If Across can't pay by .+, you get your tUSD back on Devnet One\.$/,
    )
    await row('swap-confirm').click()
    await row('swap-arriving').waitFor()
    expect(await row('swap-arriving').innerText()).toContain('On the way to Devnet Two')
    await row('swap-confirmed').waitFor({ timeout: 30_000 })
    expect(await row('swap-received').innerText()).toBe('You received 1,248.75 tUSD.')
    expect(errors).toEqual([])
    await context.close()
  })
})
