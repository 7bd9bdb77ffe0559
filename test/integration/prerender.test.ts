import { afterEach, describe, expect, it } from 'vitest'
import { type DayTab, dayBrowser } from '../support/day-browser.ts'
import { dayFamilies } from '../support/day-wallets.ts'

const open: DayTab[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((tab) => tab.close()))
})

// A browser can load a page in advance. Until the visitor opens this page, it is hidden:
// https://wicg.github.io/nav-speculation/prerendering.html
describe.each(dayFamilies)('a prerendered page with a wallet of %s', { timeout: 20_000 }, (family) => {
  const world = () => {
    const browser = dayBrowser(family)
    const settled = async (tab: DayTab) => {
      let isReady = false
      const ready = tab.latchkey.ready().then(() => {
        isReady = true
      })
      const pass = async () => {
        await browser.clock.advance(500)
        return isReady
      }
      await expect.poll(pass, { message: 'the client is ready', interval: 2 }).toBe(true)
      await ready
      await browser.clock.advance(9000)
    }
    const visit = (options?: Parameters<typeof browser.open>[0]) => {
      const tab = browser.open(options)
      open.push(tab)
      return tab
    }
    const prerendered = async (options?: Parameters<typeof browser.open>[0]) => {
      const tab = visit(options)
      tab.platform.page.setGlobal('document', { prerendering: true })
      tab.platform.page.setVisible(false)
      await settled(tab)
      return tab
    }
    const activate = (tab: DayTab) => {
      tab.platform.page.setGlobal('document', { prerendering: false })
      tab.platform.page.setVisible(true)
    }
    /** Connects, as if on an earlier day. */
    const connect = async () => {
      const tab = visit()
      await settled(tab)
      await tab.latchkey.connector.discover()
      await tab.latchkey.connect({ connectorId: tab.latchkey.connector.state.connectors[0]!.id })
      await browser.clock.advance(2000)
      await tab.latchkey.dispose()
      browser.state.prompts = []
      return tab
    }
    return { browser, prerendered, activate, connect }
  }

  it('stores nothing and asks the wallet nothing at a first visit', async () => {
    const { browser, prerendered } = world()
    const tab = await prerendered()
    expect(tab.latchkey.account.state[family].status).toBe('disconnected')
    expect([...browser.values.keys()]).toEqual([])
    expect(browser.state.prompts).toEqual([])
  })

  it.each([
    ['is ready', 'ready'],
    ['is locked', 'locked'],
    ['is missing', 'absent'],
    ['fails', 'throws'],
  ] as const)(
    'changes no stored connection and asks the wallet nothing if the wallet %s, and is connected after the visitor opens the page',
    async (_, mode) => {
      const { browser, prerendered, activate, connect } = world()
      await connect()
      const before = Object.fromEntries(browser.values)
      const tab = await prerendered({ mode })
      expect(Object.fromEntries(browser.values)).toEqual(before)
      expect(browser.state.prompts).toEqual([])
      tab.mode = 'ready'
      tab.appear()
      activate(tab)
      tab.tell()
      await browser.clock.advance(9000)
      // Every request to a Polkadot extension may prompt. So the page asks an extension that fails only once per visit.
      const isAskedOnce = family === 'polkadot' && mode === 'throws'
      await expect
        .poll(() => tab.latchkey.account.state[family].status, { message: 'the page shows the connection' })
        .toBe(isAskedOnce ? 'disconnected' : 'connected')
      expect(browser.stored()).toBeDefined()
      expect(browser.state.prompts).toEqual([])
    },
  )
})
