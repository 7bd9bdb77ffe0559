import { verifyMessage } from 'ethers'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { adapterContract } from 'latchkey/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAboutMoney } from '../support/about-money.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import type { PageGlobals } from './pages/page-globals.ts'
import { type Site, serveSite } from './site.ts'
import { type WalletProcess, walletProcess } from './wallet-process.ts'

const names = adapterContract(eip155().capabilities).map(({ name }) => name)

describe.skipIf(!chromiumPath)('a wallet that announces itself to a page in Chromium', () => {
  let devnet: Devnet
  let browser: Browser
  let site: Site
  let page: Page
  let wallet: WalletProcess

  beforeAll(async () => {
    ;[devnet, browser, site] = await Promise.all([
      leaseDevnet({ families: ['eip155'] }),
      launchChromium(),
      serveSite(),
    ])
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })

  async function visit(path: string) {
    page = await (await browser.newContext()).newPage()
    wallet = await walletProcess(page, devnet)
    site.requested()
    await page.goto(`${site.origin}/${path}.html`, { waitUntil: 'load' })
  }
  const uncaught = () => page.evaluate(() => (globalThis as unknown as PageGlobals).uncaught)

  describe('in the contract suite, which runs in the page,', () => {
    beforeAll(() => visit('contract'))
    afterAll(() => page?.context().close())

    it('has the same behaviors as in Node', async () => {
      expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).behaviorNames())).toEqual(names)
    })

    for (const name of names)
      it(name, { tags: isAboutMoney(name) ? ['all'] : [] }, async () => {
        const complaint = await page.evaluate(
          (wanted) => (globalThis as unknown as PageGlobals).runBehavior(wanted),
          name,
        )
        expect(complaint).toBeNull()
      })

    it('leaves no uncaught error and breaks no security policy', async () => {
      expect(await uncaught()).toEqual([])
    })
  })

  describe('with a client', () => {
    const call = <T>(name: string, ...values: unknown[]) =>
      page.evaluate(
        ([method, all]) =>
          (globalThis as unknown as PageGlobals).latchkeyClient[method]?.(...(all as never[])),
        [name, values] as const,
      ) as Promise<T>

    beforeAll(() => visit('client'))
    afterAll(() => page?.context().close())

    it('is found, connects, signs, sends and switches, while the client loads only the code that each action needs', async () => {
      const { world } = wallet
      const [alice] = world.addresses
      const adapterFiles = site.filesWith(/adapters\/eip155\/adapter\.ts$/)
      const library = site.filesWith(/node_modules\/viem\//)
      const loaded = () => new Set(site.requested())
      expect(adapterFiles.length).toBeGreaterThan(0)
      expect(library.length).toBeGreaterThan(0)

      expect(await call('start', world.networks)).toEqual([
        { id: 'test.latchkey.wallet', name: 'Test Wallet' },
      ])
      const before = loaded()
      expect([...adapterFiles, ...library].filter((file) => before.has(file))).toEqual([])

      expect(await call('connect', 'test.latchkey.wallet')).toBe(`eip155:31337:${alice}`)
      const connecting = loaded()
      expect(library.filter((file) => connecting.has(file))).toEqual([])

      const { signature } = await call<{ signature: string }>('sign', 'Hello from Chromium')
      expect(verifyMessage('Hello from Chromium', signature)).toBe(alice)
      const signing = loaded()
      expect(library.filter((file) => signing.has(file))).toEqual([])

      const { hash } = await call<{ hash: string }>('send', world.receiver)
      await expect
        .poll(() => world.chain.transaction('eip155:31337', hash), {
          message: 'the transaction is in a block',
        })
        .toMatchObject({ ok: true })
      expect(await world.chain.balance('eip155:31337', world.receiver)).toBe(10n ** 18n)
      const sending = loaded()
      expect(library.filter((file) => sending.has(file))).not.toEqual([])

      expect(await call('switch', 'eip155:31338')).toBe(`eip155:31338:${alice}`)
      expect(world.keys.chainId).toBe(31338)
    })

    it('is connected again after a reload, without a prompt', async () => {
      const { world } = wallet
      const prompts = await world.wallet.prompts()
      await page.reload({ waitUntil: 'load' })
      await call('start', world.networks)
      expect(await call('restored')).toBe(`eip155:31338:${world.addresses[0]}`)
      expect(await world.wallet.prompts()).toBe(prompts)
    })

    it("loses the client's listeners when the client disconnects", async () => {
      await call('disconnect')
      await expect(call('restored')).rejects.toThrow('not connected')
      expect(await page.evaluate(() => (globalThis as unknown as PageGlobals).latchkeyListeners())).toBe(0)
      await call('dispose')
      expect(await uncaught()).toEqual([])
    })
  })
})
