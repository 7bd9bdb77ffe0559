// @module-tag ci
import { fileURLToPath } from 'node:url'
import { erc20Abi, formatUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { swapTokens } from '../support/swap-services.ts'
import { makerClient } from '../support/uniswap-contracts.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))

/** A host's page, as docs/swap.md describes it. The URL's hash is the name of the provider. */
const app = (world: object) => `
import { createRoot } from 'react-dom/client'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { lifi } from 'latchkey/providers/lifi'
import { oneinch } from 'latchkey/providers/oneinch'
import { paraswap } from 'latchkey/providers/paraswap'
import { zerox } from 'latchkey/providers/zerox'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'

const { network, urls, tokens, contracts } = ${JSON.stringify(world)}
const create = () =>
  createLatchkey({
    networks: [network],
    adapters: [eip155({ swapContracts: contracts })],
    providers: [
      oneinch({ url: urls.oneinch, tokens, contracts }),
      zerox({ url: urls.zerox, tokens, contracts, key: 'KEY' }),
      paraswap({ url: urls.paraswap, tokens, contracts }),
      lifi({ url: urls.lifi, tokens, contracts }),
    ],
    features: { swaps: [location.hash.slice(1)] },
  })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider create={create}>
    <LatchkeyButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)`

describe.skipIf(!chromiumPath)('a page with swap providers and no service of its own', () => {
  let devnet: Devnet
  let site: ServedPage
  const services = () => devnet.providers!
  const tokens = () => swapTokens(devnet)
  const held = () =>
    makerClient(devnet).readContract({
      ...{
        address: tokens().find(({ symbol }) => symbol === 'tUSD')!.address as `0x${string}`,
        abi: erc20Abi,
      },
      ...{ functionName: 'balanceOf', args: [devnet.accounts.alice!.eip155!.address as `0x${string}`] },
    })

  beforeAll(async () => {
    // Starts a separate node, because a swap depends on the account's balances.
    devnet = await startDevnet({ families: ['eip155'], providers: true })
    const network = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
    const { oneinch, zerox, paraswap, lifi, swapContracts: contracts } = services()
    const { files } = await buildPage(folder, {
      sources: {
        'main.tsx': app({
          ...{ network, contracts, urls: { oneinch, zerox, paraswap, lifi } },
          tokens: { [network.caipNetworkId]: tokens() },
        }),
      },
    })
    site = await servePage(files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([site?.close(), devnet?.stop()])
  })

  async function swap(name: string): Promise<void> {
    const browser = await launchChromium()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await injectDevWallets(page, devnet, ['ethereum'])
    await page.goto(`${site.origin}/#${name}`)
    const modal = page.getByTestId('lk-card')
    const row = (id: string) => modal.getByTestId(id)

    await page.getByRole('button').first().click()
    await modal.getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    await page.getByRole('button').first().click()
    await row('wallet-features-swaps-button').click()
    await row('swap-pick-toToken').click()
    await row('swap-token-tUSD').click()
    await row('swap-input-sourceToken').fill('0.5')
    const before = await held()
    await poll(() => row('swap-action-button').isEnabled(), { message: 'there is a quote' }).toBe(true)
    await row('swap-action-button').click()
    await poll(() => row('swap-confirm').isEnabled(), { message: 'the swap can be confirmed' }).toBe(true)
    await row('swap-confirm').click()
    await row('swap-confirmed').waitFor()
    // At the devnet's prices, 0.5 of the native token is worth 1250 tUSD. ParaSwap keeps one unit.
    const gained = (await held()) - before
    expect(formatUnits(gained + (name === 'paraswap' ? 1n : 0n), 6)).toBe('1250')
    expect(services().requests.some((path) => path.startsWith(`/${name}/`))).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  }

  it('swaps with oneinch after a click', () => swap('oneinch'))
  it.each(['zerox', 'paraswap', 'lifi'])('swaps with %s after a click', { tags: ['all'] }, swap)
})
