// @module-tag ci
import { fileURLToPath } from 'node:url'
import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts'
import { ata, token2022Program } from '../support/jupiter-transactions.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))

/** A host's page, as docs/swap.md describes it. */
const app = (world: object) => `
import { createRoot } from 'react-dom/client'
import { createLatchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { jupiter } from 'latchkey/providers/jupiter'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'

const { network, url, tokens } = ${JSON.stringify(world)}
const create = () =>
  createLatchkey({
    networks: [network],
    adapters: [solana()],
    providers: [jupiter({ url, tokens })],
  })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider create={create}>
    <LatchkeyButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)`

describe.skipIf(!chromiumPath)('a page with Jupiter and no service of its own', () => {
  let devnet: Devnet
  let site: ServedPage
  let chain: Connection

  beforeAll(async () => {
    // Starts a separate node, because a swap depends on the account's balances.
    devnet = await startDevnet({ families: ['solana'], providers: true })
    chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
    const [network] = devnet.networks
    const tokens = devnet.tokens
      .filter(({ asset }) => asset.startsWith(`${network!.caipNetworkId}/`))
      .map(({ asset, symbol, name, decimals }) => ({
        ...{ symbol, name, decimals },
        address: asset.slice(asset.lastIndexOf(':') + 1),
      }))
    const world = { network, url: devnet.providers!.jupiter, tokens: { [network!.caipNetworkId]: tokens } }
    const { files } = await buildPage(folder, { sources: { 'main.tsx': app(world) } })
    site = await servePage(files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await closeSocket(chain)
    await Promise.all([site?.close(), devnet?.stop()])
  })

  const mint = () => {
    const { asset } = devnet.tokens.find(({ symbol }) => symbol === 'tUSD')!
    return new PublicKey(asset.slice(asset.lastIndexOf(':') + 1))
  }
  async function held(): Promise<bigint> {
    const owner = new PublicKey(devnet.accounts.alice!.solana!.address)
    const { value } = await chain.getTokenAccountBalance(ata(owner, mint(), token2022Program))
    return BigInt(value.amount)
  }

  it('swaps SOL for a token after a click', async () => {
    const browser = await launchChromium()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const { prompts } = await injectDevWallets(page, devnet, ['solana'])
    await page.goto(site.origin)
    const modal = page.getByTestId('lk-card')
    const row = (id: string) => modal.getByTestId(id)

    await page.getByRole('button').first().click()
    await modal.getByRole('button', { name: 'Dev Solana' }).click()
    await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    const connected = prompts('solana')
    await page.getByRole('button').first().click()
    await row('wallet-features-swaps-button').click()
    await row('swap-pick-toToken').click()
    await row('swap-token-tUSD').click()
    await row('swap-input-sourceToken').fill('0.5')
    const before = await held()
    await poll(() => row('swap-action-button').isEnabled(), { message: 'there is a quote' }).toBe(true)
    await row('swap-action-button').click()
    await poll(() => row('swap-confirm').isEnabled(), { message: 'the swap can be confirmed' }).toBe(true)
    // At the devnet's prices, 0.5 SOL are worth 75 tUSD.
    expect(await row('swap-gets').textContent()).toBe('75 tUSD')
    expect(await row('swap-minimum').textContent()).toBe('74.25 tUSD')
    expect(await row('swap-facts').textContent()).toContain('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
    await row('swap-confirm').click()
    await row('swap-confirmed').waitFor()
    expect((await held()) - before).toBe(75_000_000n)
    expect(prompts('solana') - connected).toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })
})
