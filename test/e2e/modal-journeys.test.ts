import type { ChainNamespace } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { type DemoSite, serveDemo } from './demo-site.ts'
import { journey, type Way } from './journey.ts'
import { families, phone, poll, type Visitor, visitor } from './visitor.ts'

const present = (missing: readonly string[]) => families.filter((family) => !missing.includes(family))

/** A wallet that the server puts into the page. */
const injected = (
  family: ChainNamespace,
  name: string,
  switchesAccount: Way['switchesAccount'],
  next: ChainNamespace,
  nextName: string,
): Way => ({
  family,
  connects: [family],
  holders: ['alice', family === 'bip122' ? undefined : 'bob'],
  switchesAccount,
  wallet: name,
  next,
  async connect({ card, press, choose }) {
    await press(card(family).getByRole('button', { name: 'Connect' }))
    await choose(name)
  },
  connectNext: ({ choose }) => choose(nextName),
})

const ways: readonly Way[] = [
  injected('eip155', 'Dev Ethereum', 'in the modal', 'solana', 'Dev Solana'),
  injected('solana', 'Dev Solana', 'in the wallet', 'polkadot', 'dev-polkadot'),
  injected('bip122', 'Dev Bitcoin', 'in the modal', 'eip155', 'Dev Ethereum'),
  injected('polkadot', 'dev-polkadot', 'in the modal', 'eip155', 'Dev Ethereum'),
  injected('cosmos', 'Keplr', 'in the wallet', 'eip155', 'Dev Ethereum'),
]

describe.skipIf(!chromiumPath)('what a visitor does with', { timeout: 120_000 }, () => {
  const missing: string[] = []
  const visitors: Visitor[] = []
  let devnet: Devnet
  let browser: Browser
  let site: DemoSite

  beforeAll(async () => {
    ;[devnet, browser] = await Promise.all([
      leaseDevnet({ families, relay: true, onMissing: (part) => missing.push(part) }),
      launchChromium(),
    ])
    site = await serveDemo(devnet)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })
  afterEach(async ({ task }) => {
    const gone = visitors.splice(0)
    if (task.result?.state === 'fail')
      await gone[0]?.page.screenshot({ path: `test-results/${task.name.replaceAll(/\W+/g, '-')}.png` })
    for (const one of gone) await one.leave()
  })
  async function visit(screen?: BrowserContextOptions): Promise<Visitor> {
    const one = await visitor({ browser, origin: site.origin, devnet, ...(screen && { screen }) })
    visitors.push(one)
    return one
  }

  for (const way of ways)
    it(`an injected wallet of ${way.family}`, async ({ skip }) => {
      skip(missing.includes(way.family), `no node of ${way.family}`)
      await journey(await visit(), way)
    })

  it('a wallet of several families', async () => {
    await journey(await visit(), {
      family: 'eip155',
      connects: ['eip155'],
      holders: ['carol', 'dave'],
      switchesAccount: 'in the modal',
      wallet: 'Dev Multi',
      next: 'solana',
      async connect({ page, press, choose, row, titled }) {
        await press(page.getByTestId('connect-button'))
        await choose('Dev Multi')
        await titled('Select chain')
        await press(row('list-chain-eip155'))
      },
      connectNext: ({ choose }) => choose('Dev Multi'),
    })
  })

  it('WalletConnect by a code', async ({ skip }) => {
    skip(missing.includes('relay'), 'no relay')
    const other = await visit()
    await journey(await visit(), {
      family: 'eip155',
      connects: present(missing),
      holders: ['dave', 'carol'],
      switchesAccount: 'in the modal',
      next: 'solana',
      async connect(one) {
        await one.press(one.page.getByTestId('connect-button'))
        await one.press(one.row('wallet-selector-walletconnect'))
        await one.modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
        await one.carryOver(other.page)
      },
    })
    await poll(() => other.page.getByTestId('headless-sessions').textContent()).toContain('No session')
  })

  it('WalletConnect on a phone, by the link of a wallet', async ({ skip }) => {
    skip(missing.includes('relay'), 'no relay')
    const one = await visit(phone)
    await journey(one, {
      family: 'eip155',
      connects: present(missing),
      holders: ['dave', 'carol'],
      switchesAccount: 'in the modal',
      next: 'solana',
      async connect({ page, press, row }) {
        await press(page.getByTestId('connect-button'))
        await press(row('wallet-selector-custom-headless'))
      },
    })
  })

  it('WalletConnect on a phone, by a code', async ({ skip }) => {
    skip(missing.includes('relay'), 'no relay')
    const other = await visit()
    const { page, press, row, modal, carryOver, is, address, addressOf } = await visit(phone)
    await press(page.getByTestId('connect-button'))
    await press(row('all-wallets'))
    await press(row('wallet-selector-walletconnect'))
    await modal().getByRole('img', { name: 'QR code to connect WalletConnect' }).waitFor()
    await carryOver(other.page)
    for (const family of present(missing)) {
      await is(family, 'connected')
      expect(await address(family)).toBe(addressOf('dave', family))
    }
  })
})
