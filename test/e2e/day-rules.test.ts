import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DayFamily, dayFamilies } from '../support/day-wallets.ts'
import type { DayWorld, DayWorldTab } from '../support/day-world.ts'
import { type Served, serveViews } from '../ui/serve.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { chromiumDays } from './chromium-days.ts'

/** Longer than every wait of the app and of a slow wallet, in ms. */
const rest = 12_000

describe.skipIf(!chromiumPath)('a wallet on an ordinary day in Chromium', () => {
  let browser: Browser
  let site: Served
  let world: DayWorld & { close(): Promise<void> }
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), serveViews([], 'days')])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  const prompts = async () => (await world.state()).prompts
  const status = async (tab: DayWorldTab) => (await tab.shows()).status
  /** Lets time pass while the action runs. Returns the action's result or error. */
  async function during(action: Promise<unknown>): Promise<unknown> {
    let settled = false
    const done = action
      .catch((error: unknown) => error)
      .finally(() => {
        settled = true
      })
    while (!settled) await world.pass(500)
    return done
  }
  async function connected(family: DayFamily): Promise<DayWorldTab> {
    world = await chromiumDays(browser, site.url, family)
    const tab = await world.open('fine', 'ready')
    await world.pass(rest)
    const asked = await tab.connect()
    await during(asked!.done)
    await world.pass(500)
    expect(await status(tab)).toBe('connected')
    return tab
  }

  // Every run tests eip155. Only the largest runs test the other families.
  const tagsOf = (family: DayFamily) => (family === 'eip155' ? [] : ['all' as const])

  describe.each(dayFamilies)('of %s', (family) => {
    it('is asked only once to connect, and stays connected after every failure', {
      timeout: 120_000,
      tags: tagsOf(family),
    }, async () => {
      const first = await connected(family)
      const asked = await prompts()
      expect(asked).toHaveLength(1)
      // No event announces these wallets. After 5 s, the page looks for them only when it is shown again.
      const isUnannounced = ['polkadot', 'bip122', 'cosmos'].includes(family)
      for (const failure of ['locked', 'slow', 'never', 'throws', 'absent', 'failing'] as const) {
        const isOfTab = failure === 'absent' || failure === 'failing'
        if (!isOfTab) await world.become(failure)
        const tab = await world.open(isOfTab ? failure : 'fine', 'ready')
        await world.pass(rest)
        // Every request to Keplr may prompt. So the page shows the stored accounts until the first signature.
        const shown = family === 'cosmos' && !isOfTab ? 'connected' : 'disconnected'
        // A wallet that answers too late is asked again.
        const again = failure === 'slow' && shown === 'disconnected' ? ['restoring'] : []
        expect([shown, ...again], failure).toContain(await status(tab))
        expect([failure, (await tab.shows()).isRemembered]).toEqual([failure, shown === 'disconnected'])
        expect([failure, await status(first)]).toEqual([failure, 'connected'])
        await world.become('ready')
        await tab.recover()
        await tab.tell()
        if (failure === 'absent' && isUnannounced) {
          await tab.setVisible(false)
          await tab.setVisible(true)
        }
        await world.pass(rest)
        // If a Polkadot extension didn't answer, the page asks only once per visit.
        const isAskedOnce = family === 'polkadot' && (failure === 'never' || failure === 'throws')
        expect([failure, await status(tab)]).toEqual([failure, isAskedOnce ? 'disconnected' : 'connected'])
        expect([failure, await world.isStored()]).toEqual([failure, true])
        expect([failure, await prompts()]).toEqual([failure, asked])
        await tab.close()
      }
      const before = await first.shows()
      await first.close()
      await world.change({ accounts: [...(await world.state()).accounts].reverse() })
      const next = await world.open('fine', 'ready')
      await world.pass(rest)
      const { status: nextStatus, address } = await next.shows()
      expect(nextStatus).toBe('connected')
      // Keplr shows the other account only when it signs.
      expect(address === before.address).toBe(family === 'cosmos')
      expect(await prompts()).toEqual(asked)
      await world.close()
    })
  })

  it('makes a network switch on eip155 fail after 5 s if it approves the switch but stays on the old network', async () => {
    const tab = await connected('eip155')
    await world.change({ switching: 'stays' })
    expect(String(await during(tab.switchNetwork('eip155:137')))).toContain('Chain is not supported')
    expect((await tab.shows()).caipAddress).toMatch(/^eip155:1:/)
    await world.close()
  })

  it('is asked to add an eip155 network that its error calls unknown only in its text', async () => {
    const tab = await connected('eip155')
    await world.change({ switching: 'unknown' })
    expect(await during(tab.switchNetwork('eip155:137'))).toBeUndefined()
    expect((await tab.shows()).caipAddress).toMatch(/^eip155:137:/)
    expect((await prompts()).slice(1)).toEqual(['wallet_addEthereumChain'])
    await world.close()
  })

  describe.each([
    ['object', []],
    ['decimal', ['all']],
    ['padded', ['all']],
  ] as const)('of eip155 that emits chain ids in the form "%s"', (naming, tags) => {
    it('makes the page switch network when the wallet does', { tags: [...tags] }, async () => {
      const tab = await connected('eip155')
      await world.change({ naming, chainId: '0x89' })
      await tab.tell()
      await world.pass(1000)
      expect((await tab.shows()).caipAddress).toMatch(/^eip155:137:/)
      await world.close()
    })
  })
})
