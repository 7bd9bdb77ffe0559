import type { Browser, Page } from 'playwright-core'
import { newExtension } from '../support/day-browser.ts'
import type { DayFamily, DayMode, DayState } from '../support/day-wallets.ts'
import type { DayShown, DayWorld, DayWorldTab } from '../support/day-world.ts'
import { type DayGlobal, injection } from './day-injection.ts'

type Global = DayGlobal & { asked: { control: AbortController; done: Promise<unknown> } }

/** The maximum time in ms that passes before the tabs get each other's events. */
const slice = 1000

/** Creates a browser context with one mock extension. The clock of its pages stands still until the test advances it. */
export async function chromiumDays(
  browser: Browser,
  site: string,
  family: DayFamily,
): Promise<DayWorld & { close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } })
  const start = 1_700_000_000_000
  await context.clock.install({ time: start })
  await context.clock.pauseAt(start + 1000)
  // A page without an app, which reads and writes the storage.
  const keeper = await context.newPage()
  await keeper.goto(`${site}page.css`)
  await context.addInitScript({ content: injection(family) })
  let elapsed = 0
  let loading = 0
  context.on('request', () => loading++)
  context.on('requestfinished', () => loading--)
  context.on('requestfailed', () => loading--)

  const turn = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(0)
        }),
    )
  /** Lets promises, downloads and events between tabs settle, in real time. */
  async function settle() {
    for (let quiet = 0; quiet < 3; ) {
      await Promise.all(context.pages().map(turn))
      if (loading === 0) quiet++
    }
  }
  async function pass(ms: number) {
    if (ms > 60_000) {
      // A long time passes as on a machine that sleeps: each due timer fires only once.
      await context.clock.fastForward(ms)
      elapsed += ms
      await settle()
      return
    }
    await settle()
    for (let left = ms; left > 0; left -= slice) {
      await context.clock.runFor(Math.min(left, slice))
      await settle()
    }
    elapsed += ms
  }
  /** Writes to the storage, and waits until every page reads the new value. */
  async function write(key: string, value: string) {
    await keeper.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const)
    for (const page of context.pages())
      while ((await page.evaluate((key) => localStorage.getItem(key), key)) !== value) await turn(page)
  }
  const read = (key: string) => keeper.evaluate((key) => localStorage.getItem(key), key)
  const state = async () => {
    const text = await read('day')
    return text ? (JSON.parse(text) as DayState) : newExtension(family)
  }

  async function open(how: 'fine' | 'absent' | 'failing'): Promise<DayWorldTab> {
    const page = await context.newPage()
    await page.goto(`${site}?family=${family}&many${how === 'fine' ? '' : `&${how}`}`)
    let now = how
    return {
      get absent() {
        return now === 'absent'
      },
      get failing() {
        return now === 'failing'
      },
      shows: () =>
        page.evaluate((family): DayShown => {
          const { latchkey } = (globalThis as unknown as Global).page
          const { status, address, caipAddress, rememberedWallet } = latchkey.account.state[family]
          return { status, address, caipAddress, isRemembered: rememberedWallet !== undefined }
        }, family),
      async connect() {
        const found = await page.evaluate(async () => {
          const world = globalThis as unknown as Global
          const { latchkey } = world.page
          await latchkey.connector.discover()
          const [connector] = latchkey.connector.state.connectors
          if (!connector) return false
          const control = new AbortController()
          const done = latchkey.connect({ connectorId: connector.id }, { signal: control.signal })
          done.catch(() => {})
          world.asked = { control, done }
          return true
        })
        if (!found) return undefined
        const done = page.evaluate(async () => void (await (globalThis as unknown as Global).asked.done))
        done.catch(() => {})
        return {
          done,
          abort: () => page.evaluate(() => (globalThis as unknown as Global).asked.control.abort()),
        }
      },
      disconnect: () =>
        page.evaluate(async () => void (await (globalThis as unknown as Global).page.latchkey.disconnect())),
      switchNetwork: (id) =>
        page.evaluate(
          async (id) => void (await (globalThis as unknown as Global).page.latchkey.switchNetwork(id)),
          id,
        ),
      couldSign: () =>
        page.evaluate(async (family) => {
          const { latchkey } = (globalThis as unknown as Global).page
          return (await latchkey.adapter(family)).connections().length > 0
        }, family),
      tell: () => page.evaluate(() => (globalThis as unknown as Global).dayTell()),
      setVisible: (visible) =>
        page.evaluate((visible) => {
          const state = visible ? 'visible' : 'hidden'
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        }, visible),
      async recover() {
        now = 'fine'
        await page.evaluate(() => {
          const world = globalThis as unknown as Global
          world.dayFailing = false
          world.dayAppear()
        })
      },
      close: () => page.close(),
    }
  }

  return {
    family,
    turns: 20,
    state,
    change: async (change) => write('day', JSON.stringify({ ...(await state()), ...change })),
    become: (mode: DayMode) => write('mode', mode),
    open,
    isStored: async () => (await read(`@latchkey/connection.${family}`)) !== null,
    now: () => elapsed,
    pass,
    loaded: settle,
    timersLeft: () => 0,
    close: () => context.close(),
  }
}
