import type { LatchkeyOptions } from 'latchkey'
import { mainnet, polygon } from 'latchkey/networks'
import type { ManualClock } from 'latchkey/testing'
import { vi } from 'vitest'
import { dayBrowser } from './day-browser.ts'
import type { DayFamily, DayMode, DayState } from './day-wallets.ts'

/** The state that the app in a tab shows. */
export interface DayShown {
  readonly status: string
  readonly address: string | undefined
  readonly caipAddress: string | undefined
  /** Whether the app offers to reconnect the stored wallet. */
  readonly isRemembered: boolean
}

/** A tab in a simulated day of a visitor (see `random-day.ts`). */
export interface DayWorldTab {
  /** Whether the extension is missing in the tab. */
  readonly absent: boolean
  /** Whether the adapter's code can't be downloaded. */
  readonly failing: boolean
  shows(): Promise<DayShown>
  /** Chooses the wallet in the list. Returns undefined if the list has no wallet. */
  connect(): Promise<{ readonly done: Promise<unknown>; abort(): Promise<void> } | undefined>
  disconnect(): Promise<unknown>
  switchNetwork(id: 'eip155:1' | 'eip155:137'): Promise<unknown>
  /** Whether the adapter still has a connection with which it could sign. */
  couldSign(): Promise<boolean>
  tell(): Promise<void>
  setVisible(visible: boolean): Promise<void>
  /** Injects a missing extension, and lets downloads succeed. */
  recover(): Promise<void>
  close(): Promise<void>
}

/** The browser in a simulated day: simulated tabs in Node, or real tabs in Chromium. */
export interface DayWorld {
  readonly family: DayFamily
  /** How many times at most a comparison is repeated until the tabs agree with the model. */
  readonly turns: number
  state(): Promise<DayState>
  change(change: Partial<DayState>): Promise<void>
  /** Changes how the extension behaves in all tabs. */
  become(mode: DayMode): Promise<void>
  open(how: 'fine' | 'absent' | 'failing', mode: DayMode): Promise<DayWorldTab>
  isStored(): Promise<boolean>
  now(): number
  pass(ms: number): Promise<void>
  /** Waits in real time until pending code has loaded. */
  loaded(): Promise<unknown>
  timersLeft(): number
}

/** Creates a browser in memory that uses this clock. */
export function memoryDays(family: DayFamily, clock: ManualClock): DayWorld {
  const browser = dayBrowser(family, clock)
  const options: Partial<LatchkeyOptions> =
    family === 'eip155' ? { networks: [mainnet, polygon] as never } : {}
  const tabs = new Set<ReturnType<typeof browser.open>>()
  return {
    family,
    turns: 0,
    state: async () => browser.state,
    change: async (change) => void Object.assign(browser.state, change),
    async become(mode) {
      for (const tab of tabs) if (tab.mode !== 'absent') tab.mode = mode
    },
    isStored: async () => browser.stored() !== undefined,
    now: () => clock.now(),
    pass: (ms) => clock.advance(ms),
    loaded: () => vi.dynamicImportSettled(),
    timersLeft: () => clock.pending,
    async open(how, mode) {
      const tab = browser.open({
        mode: how === 'absent' ? 'absent' : mode,
        failing: how === 'failing',
        options,
      })
      tabs.add(tab)
      const { latchkey } = tab
      return {
        get absent() {
          return tab.mode === 'absent'
        },
        get failing() {
          return tab.failing
        },
        async shows() {
          const { status, address, caipAddress, rememberedWallet } = latchkey.account.state[family]
          return { status, address, caipAddress, isRemembered: rememberedWallet !== undefined }
        },
        async connect() {
          await latchkey.connector.discover()
          const [connector] = latchkey.connector.state.connectors
          if (!connector) return undefined
          const control = new AbortController()
          const done = latchkey.connect({ connectorId: connector.id }, { signal: control.signal })
          done.catch(() => {})
          return { done, abort: async () => control.abort() }
        },
        disconnect: () => latchkey.disconnect(),
        switchNetwork: (id) => latchkey.switchNetwork(id),
        couldSign: async () => (await latchkey.adapter(family)).connections().length > 0,
        tell: async () => tab.tell(),
        setVisible: async (visible) => tab.platform.page.setVisible(visible),
        async recover() {
          tab.failing = false
          if (tab.mode === 'absent') tab.mode = 'ready'
          tab.appear()
        },
        close() {
          tabs.delete(tab)
          return tab.close()
        },
      }
    },
  }
}
