// @module-tag ci
import { fileURLToPath } from 'node:url'
import { erc20Abi, formatUnits, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'
import { deployNfts } from '../support/nft-contracts.ts'
import { poolGives, reservesOf } from '../support/uniswap-pools.ts'
import { UniswapScene } from '../support/uniswap-scene.ts'
import { buildPage, type ServedPage, servePage, strictPolicy } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/readme-page', import.meta.url))
const picture = 'data:image/svg+xml;base64,PHN2Zy8+'

/** A host's page as in docs/providers.md: with nodes and providers, but without a service. The URL's hash names the router. */
const app = (world: object) => `
import { createRoot } from 'react-dom/client'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { blockscout } from 'latchkey/providers/blockscout'
import { coingecko } from 'latchkey/providers/coingecko'
import { uniswap } from 'latchkey/providers/uniswap'
import { LatchkeyButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'

const { network, blockscouts, prices, priced, tokens, contracts } = ${JSON.stringify(world)}
const create = () =>
  createLatchkey({
    networks: [network],
    adapters: [eip155({ swapContracts: contracts })],
    providers: [
      uniswap({ tokens, contracts, router: location.hash.slice(1) || undefined }),
      blockscout({ url: blockscouts }),
      coingecko({ url: prices, networks: priced }),
    ],
  })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider create={create}>
    <LatchkeyButton />
    <LatchkeyModal />
  </LatchkeyProvider>,
)`

describe.skipIf(!chromiumPath)('a page with providers and no service of its own', () => {
  let devnet: Devnet
  let services: DevProviders
  let scene: UniswapScene
  let site: ServedPage
  let closeMetadata: () => unknown
  const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
  const node = () => here().rpcUrls.default.http[0]!
  const alice = () => devnet.accounts.alice!.eip155!.address as `0x${string}`
  const held = () =>
    scene.uniswap.client.readContract({
      ...{ address: scene.token('tUSD'), abi: erc20Abi },
      ...{ functionName: 'balanceOf', args: [alice()] },
    })

  beforeAll(async () => {
    // A node of its own, because a swap depends on the account's balances and on the time of the chain.
    devnet = await startDevnet({ families: ['eip155'] })
    const metadata = await loopback((_, response) =>
      response.end(JSON.stringify({ name: 'Light', description: 'A light', image: picture })),
    )
    closeMetadata = metadata.close
    const { mint } = await deployNfts(node(), metadata.url)
    await mint(alice())
    ;[scene, services] = await Promise.all([UniswapScene.deploy(devnet), startProviders(devnet)])
    const { files } = await buildPage(folder, {
      sources: {
        'main.tsx': app({
          network: here(),
          ...{
            blockscouts: services.blockscout,
            prices: services.coingecko,
            priced: services.pricedNetworks,
          },
          tokens: { [here().caipNetworkId]: scene.uniswap.tokens },
          contracts: scene.pins,
        }),
      },
    })
    site = await servePage(files, strictPolicy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([site?.close(), services?.stop(), closeMetadata?.(), devnet?.stop()])
  })

  async function open(hash = '') {
    const browser = await launchChromium()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const asked = new Set<string>()
    const errors: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith('http')) asked.add(new URL(request.url()).origin)
    })
    page.on('pageerror', ({ message }) => errors.push(message))
    await injectDevWallets(page, devnet, ['ethereum'])
    await page.goto(`${site.origin}/${hash}`)
    const modal = page.getByTestId('lk-card')
    const row = (id: string) => modal.getByTestId(id)
    const text = (id: string) => poll(() => row(id).textContent(), { message: `${id} has its text` })
    await page.getByRole('button').first().click()
    await modal.getByRole('button', { name: 'Dev Ethereum' }).click()
    await poll(() => modal.isVisible(), { message: 'the modal closes' }).toBe(false)
    await page.getByRole('button').first().click()
    return { context, modal, row, text, asked, errors }
  }

  it('shows balances, names, swaps, history and NFTs without requests to other hosts', async () => {
    const { context, modal, row, text, asked, errors } = await open()
    await text('total').toMatch(/^\$[\d,]+\.\d\d$/)
    await text('token-tUSD').toMatch(/\$/)
    await text('account-name').toBe('alice.latchkey.test')

    await row('tab-nfts').click()
    await poll(() => row('nft-0').locator('.name').textContent(), { message: 'the NFT has its name' }).toBe(
      'Light',
    )

    await row('wallet-features-swaps-button').click()
    await row('swap-pick-toToken').click()
    await row('swap-token-tUSD').click()
    await row('swap-input-sourceToken').fill('0.5')
    const before = await held()
    await poll(() => row('swap-action-button').isEnabled(), { message: 'the form has a quote' }).toBe(true)
    await row('swap-action-button').click()
    await poll(() => row('swap-confirm').isEnabled(), { message: 'the swap can be confirmed' }).toBe(true)
    const gets = await row('swap-gets').textContent()
    await row('swap-confirm').click()
    await row('swap-confirmed').waitFor()
    const gained = (await held()) - before
    expect(gets).toBe(
      `${Number(formatUnits(gained, 6)).toLocaleString('en', { maximumFractionDigits: 6 })} tUSD`,
    )

    await row('swap-done').click()
    await row('tab-activity').click()
    const rows = modal.locator('[data-testid^=transaction-0x]')
    await poll(() => rows.first().textContent(), { message: 'the history has the swap' }).toMatch(/tUSD/)
    expect([...asked].sort()).toEqual(
      [site.origin, node(), services.coingecko, ...Object.values(services.blockscout)]
        .map((url) => new URL(url).origin)
        .filter((origin, at, all) => all.indexOf(origin) === at)
        .sort(),
    )
    expect(errors).toEqual([])
    await context.close()
  })
  it('sells a token through the Universal Router after a click', async () => {
    const { context, row, text, errors } = await open('#universal-router')
    const { contracts } = scene.uniswap
    const { coin, token } = await reservesOf(scene.uniswap, 'tUSD')
    await row('wallet-features-swaps-button').click()
    await row('swap-pick-toToken').click()
    await row('swap-token-tUSD').click()
    await row('swap-turn').click()
    await row('swap-input-sourceToken').fill('2')
    await poll(() => row('swap-action-button').isEnabled(), { message: 'the form has a quote' }).toBe(true)
    await row('swap-action-button').click()
    const nonce = await scene.uniswap.client.getTransactionCount({ address: alice() })
    const confirm = async (says: string, requests: number) => {
      await text('swap-confirm').toBe(says)
      await poll(() => row('swap-confirm').isEnabled(), { message: `${says} is enabled` }).toBe(true)
      await row('swap-confirm').click()
      const sent = () => scene.uniswap.client.getTransactionCount({ address: alice() })
      await poll(sent, { message: `${says} is sent` }).toBe(nonce + requests)
    }
    // Two approvals: Permit2 gets an allowance of the token, and the router gets an allowance from Permit2.
    await confirm('Approve', 1)
    await confirm('Approve', 2)
    await confirm('Swap', 3)
    await row('swap-confirmed').waitFor()
    const received = parseUnits(
      /[\d.]+/.exec((await row('swap-received').textContent()) ?? '')?.[0] ?? '',
      18,
    )
    const expected = poolGives(2_000_000n, token, coin)
    // The screen shows six decimals.
    expect(Math.abs(Number(received - expected))).toBeLessThan(1e12)
    const { transactions } = await scene.uniswap.client.getBlock({ includeTransactions: true })
    expect(transactions.at(-1)?.to).toBe(contracts.universalRouters[0]?.toLowerCase())
    expect(errors).toEqual([])
    await context.close()
  })
})
