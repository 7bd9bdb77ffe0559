import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DayTab, dayAccounts, dayBrowser } from '../support/day-browser.ts'
import { type DayMode, dayFamilies } from '../support/day-wallets.ts'

const open: DayTab[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((tab) => tab.close()))
})

/**
 * The conditions under which a wallet can't be restored. `chunk`: the wallet's code doesn't load. `left`: the wallet
 * doesn't answer, and the visitor switches to another browser tab. The other conditions are those of `DayMode`.
 */
type Failure = Exclude<DayMode, 'ready' | 'revoked'> | 'chunk' | 'left'
const failures: readonly (readonly [string, Failure])[] = [
  ['the wallet is locked', 'locked'],
  ['the wallet answers slowly', 'slow'],
  ['the wallet never answers', 'never'],
  ['the wallet is missing', 'absent'],
  ['the wallet fails', 'throws'],
  ["the wallet's code doesn't load", 'chunk'],
  ['the visitor leaves before the wallet answers', 'left'],
]

// Code loads in real time, which takes long on a busy machine.
describe.each(dayFamilies)('a stored %s connection', { timeout: 20_000 }, (family) => {
  // Most runs test only three families, because the families differ only in how the page finds wallets and sends requests.
  const tags = family === 'polkadot' || family === 'bip122' ? ['all' as const] : []
  const world = () => {
    const browser = dayBrowser(family)
    const visit = (options?: Parameters<typeof browser.open>[0]) => {
      const tab = browser.open(options)
      open.push(tab)
      return tab
    }
    /** Opens a page under one of these conditions. */
    const failing = (failure: Failure) => {
      if (failure === 'chunk') return visit({ failing: true })
      return visit({ mode: failure === 'left' ? 'never' : failure })
    }
    const settled = async (tab: DayTab, failure?: Failure) => {
      let isReady = false
      const ready = tab.latchkey.ready().then(() => {
        isReady = true
      })
      if (failure === 'left') tab.platform.page.setVisible(false)
      const pass = async () => {
        await browser.clock.advance(failure === 'left' ? 20_000 : 500)
        return isReady
      }
      await expect.poll(pass, { message: 'the client is ready', interval: 2 }).toBe(true)
      await ready
    }
    const status = (tab: DayTab) => tab.latchkey.account.state[family].status
    const remembered = (tab: DayTab) => tab.latchkey.account.state[family].rememberedWallet?.name
    const shows = (tab: DayTab, expected: string) =>
      expect.poll(() => status(tab), { message: `the tab is ${expected}`, interval: 5 }).toBe(expected)
    /** Connects in a first tab, as if the visitor had connected on an earlier day. */
    const connected = async () => {
      const tab = visit()
      await settled(tab)
      await tab.latchkey.connector.discover()
      const connectorId = tab.latchkey.connector.state.connectors[0]!.id
      await tab.latchkey.connect({ connectorId })
      await browser.clock.advance(200)
      expect(browser.stored()).toBeDefined()
      browser.state.prompts = []
      return tab
    }
    /** Makes the wallet work again, and lets the wallet send its state to the page. */
    const recovered = async (tab: DayTab) => {
      tab.mode = 'ready'
      tab.failing = false
      tab.appear()
      tab.tell()
      await browser.clock.advance(9000)
      tab.platform.page.setVisible(true)
    }
    return { browser, visit, failing, settled, status, remembered, shows, connected, recovered }
  }

  it.each(failures)(
    'stays stored at the next visit if %s, and is restored when the wallet works again',
    { tags },
    async (_, failure) => {
      const { browser, failing, settled, remembered, connected, recovered, shows, status, visit } = world()
      const first = await connected()
      const stored = browser.stored()
      await first.close()
      const tab = failing(failure)
      await settled(tab, failure)
      // Every request to Keplr may prompt. So the page shows the stored accounts until the first signature.
      if (family === 'cosmos' && !['absent', 'chunk'].includes(failure)) {
        expect(status(tab)).toBe('connected')
        expect(browser.state.prompts).toEqual([])
        return
      }
      expect(status(tab)).toBe('disconnected')
      expect(remembered(tab)).toBe(first.latchkey.account.state[family].connectedWalletInfo?.name)
      expect(browser.stored()).toBe(stored)
      expect(browser.state.prompts).toEqual([])
      await recovered(tab)
      // Every request to a Polkadot extension may prompt. So the page asks an extension that doesn't answer only once per visit.
      const isAskedOnce = family === 'polkadot' && ['never', 'throws', 'left'].includes(failure)
      await shows(tab, isAskedOnce ? 'disconnected' : 'connected')
      expect(remembered(tab) === undefined).toBe(!isAskedOnce)
      await tab.close()
      const next = visit()
      await settled(next)
      expect(status(next)).toBe('connected')
      expect(browser.state.prompts).toEqual([])
    },
  )

  it.each(failures)('that another tab made stays stored if %s in this tab', { tags }, async (_, failure) => {
    const { browser, failing, settled, connected, status, visit } = world()
    const first = await connected()
    const stored = browser.stored()
    const tab = failing(failure)
    await settled(tab, failure)
    await tab.close()
    expect(status(first)).toBe('connected')
    expect(browser.stored()).toBe(stored)
    expect(browser.state.allowed).toBe(true)
    const next = visit()
    await settled(next)
    expect(status(next)).toBe('connected')
  })

  // At load, the page doesn't ask Keplr.
  if (family !== 'cosmos')
    it('is restored if the wallet works again before the page stops waiting', async () => {
      const { browser, connected, settled, visit, shows } = world()
      await (await connected()).close()
      const tab = visit({ mode: 'never' })
      await expect
        .poll(() => tab.latchkey.connector.state.connectors.length, { message: 'the wallet is found' })
        .toBeGreaterThan(0)
      await vi.dynamicImportSettled()
      await browser.clock.advance(1000)
      await vi.dynamicImportSettled()
      tab.mode = 'ready'
      tab.tell()
      await settled(tab)
      // A Polkadot extension sends events only to a page whose request it has answered.
      if (family === 'polkadot') await shows(tab, 'disconnected')
      else await shows(tab, 'connected')
      expect(browser.state.prompts).toEqual([])
    })

  if (family !== 'cosmos')
    it('is restored when the wallet works again after it was slow for minutes', {
      timeout: 60_000,
    }, async () => {
      const { browser, connected, settled, visit, remembered, shows } = world()
      await (await connected()).close()
      const tab = visit({ mode: 'slow' })
      await settled(tab)
      for (let second = 0; second < 120; second++) {
        await browser.clock.advance(1000)
        await vi.dynamicImportSettled()
      }
      expect(remembered(tab)).toBeDefined()
      tab.mode = 'ready'
      tab.tell()
      await browser.clock.advance(9000)
      await shows(tab, 'connected')
      expect(browser.state.prompts).toEqual([])
    })

  it('is restored when the code loads after the visitor has selected another account', async () => {
    const { browser, connected, settled, visit, shows } = world()
    await (await connected()).close()
    const tab = visit({ failing: true })
    await settled(tab)
    browser.state.accounts.reverse()
    tab.tell()
    await browser.clock.advance(9000)
    await vi.dynamicImportSettled()
    tab.failing = false
    tab.tell()
    tab.platform.page.setVisible(true)
    await shows(tab, 'connected')
    expect(browser.state.prompts).toEqual([])
  })

  it('stays stored when the wallet locks while the page is open, and is restored when the wallet unlocks', async () => {
    const { browser, connected, remembered, shows } = world()
    const tab = await connected()
    const stored = browser.stored()
    tab.mode = 'locked'
    tab.tell()
    await browser.clock.advance(200)
    // Keplr reports nothing when it locks.
    await shows(tab, family === 'cosmos' ? 'connected' : 'disconnected')
    expect(remembered(tab) === undefined).toBe(family === 'cosmos')
    expect(browser.stored()).toBe(stored)
    tab.mode = 'ready'
    tab.tell()
    await browser.clock.advance(200)
    await shows(tab, 'connected')
    expect(remembered(tab)).toBeUndefined()
    expect(browser.state.prompts.filter((each) => each !== 'unlock')).toEqual([])
  })

  it.each(failures)(
    'that this tab made stays stored if %s in another open tab',
    { tags },
    async (_, failure) => {
      const { browser, connected, failing, settled, status, visit } = world()
      // The visitor connected and disconnected on an earlier day.
      const earlier = await connected()
      await earlier.latchkey.disconnect()
      await earlier.close()
      const background = failing(failure)
      await settled(background)
      const tab = await connected()
      await browser.clock.advance(20_000)
      expect(status(tab)).toBe('connected')
      expect(browser.stored()).toBeDefined()
      expect(browser.state.allowed).toBe(true)
      expect(browser.state.prompts).toEqual([])
      await background.close()
      const next = visit()
      await settled(next)
      expect(status(next)).toBe('connected')
    },
  )

  // When the page is shown, it may ask wallets of these families. It doesn't ask other wallets, because they send events or may
  // prompt.
  if (family === 'eip155' || family === 'bip122')
    it('changes to the account that the wallet has selected when the tab is shown', async () => {
      const { browser, connected } = world()
      const tab = await connected()
      const [first, second] = dayAccounts[family]
      const address = () => tab.latchkey.account.state[family].address
      expect(address()).toBe(first)
      tab.platform.page.setVisible(false)
      browser.state.accounts.reverse()
      tab.platform.page.setVisible(true)
      await expect.poll(address, { message: 'the page shows the selected account' }).toBe(second)
      expect(browser.state.prompts).toEqual([])
      // While the wallet can't answer, the connection stays.
      tab.mode = 'locked'
      tab.platform.page.setVisible(false)
      tab.platform.page.setVisible(true)
      tab.mode = 'throws'
      tab.platform.page.setVisible(false)
      tab.platform.page.setVisible(true)
      await browser.clock.advance(20_000)
      expect(address()).toBe(second)
    })

  it('causes no wallet request in this tab after another tab has disconnected', async () => {
    const { browser, connected, settled, shows, visit } = world()
    const first = await connected()
    const second = visit()
    await settled(second)
    await shows(second, 'connected')
    const adapter = await second.latchkey.adapter(family)
    const [{ addresses }] = adapter.connections() as unknown as [{ addresses: readonly [never] }]
    await first.latchkey.disconnect()
    await shows(second, 'disconnected')
    expect(adapter.connections()).toEqual([])
    second.tell()
    await browser.clock.advance(200)
    await expect(adapter.signMessage(addresses[0], 'hello')).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(browser.state.prompts).toEqual([])
    const [connector] = second.latchkey.connector.state.connectors
    await second.latchkey.connect({ connectorId: connector!.id })
    await browser.clock.advance(200)
    await shows(first, 'connected')
  })

  it('is removed when the visitor disconnects, even while the wallet is unavailable', async () => {
    const { browser, connected, failing, settled, remembered, recovered, status } = world()
    await (await connected()).close()
    const tab = failing('absent')
    await settled(tab, 'absent')
    expect(remembered(tab)).toBeDefined()
    await tab.latchkey.disconnect()
    await recovered(tab)
    await browser.clock.advance(9000)
    expect(status(tab)).toBe('disconnected')
    expect(browser.stored()).toBeUndefined()
    expect(remembered(tab)).toBeUndefined()
    expect(browser.state.prompts).toEqual([])
  })

  it('is restored with the account that was selected while the page was closed', async () => {
    const { browser, connected, settled, visit, shows } = world()
    await (await connected()).close()
    browser.state.accounts.reverse()
    const tab = visit()
    const changes: boolean[] = []
    tab.latchkey.session.on('established', ({ changed }) => changes.push(changed))
    await settled(tab)
    await shows(tab, 'connected')
    // Keplr shows the selected account only when it signs.
    expect(changes).toEqual([family !== 'cosmos'])
    expect(browser.state.prompts).toEqual([])
  })
})
