import { newExtension } from '../support/day-browser.ts'
import { type DayFamily, type DayState, dayWallet } from '../support/day-wallets.ts'
import type { DaysPage } from '../ui/pages/days.tsx'

/** The globals of a page with a mock extension. */
export type DayGlobal = {
  page: DaysPage
  /** Reports the extension's state to the page. */
  dayTell(): void
  /** Injects the extension into a page that began without the extension. */
  dayAppear(): void
  /** Whether the adapter's code can't be downloaded. */
  dayFailing: boolean
}

/**
 * Returns a script that injects the mock extension. The extension's state is in the site's storage, so that it outlives
 * the page and all tabs share it. A page with `absent` in its URL begins without the extension. A page with `failing`
 * in its URL can't load the adapter.
 */
export function injection(family: DayFamily, change: Partial<DayState> = {}): string {
  const first: DayState = { ...newExtension(family), ...change }
  return `{
    const __name = (value) => value
    const read = () => JSON.parse(localStorage.getItem('day') ?? ${JSON.stringify(JSON.stringify(first))})
    const state = new Proxy({}, {
      get: (_, name) => read()[name],
      set: (_, name, value) => {
        localStorage.setItem('day', JSON.stringify({ ...read(), [name]: value }))
        return true
      },
    })
    const mode = () => localStorage.getItem('mode') ?? 'ready'
    const page = {
      view: window,
      listen: (event, listener) => window.addEventListener(event, listener),
      dispatch: (event, detail) => window.dispatchEvent(new CustomEvent(event, { detail })),
      after: (ms, run) => setTimeout(run, ms),
    }
    let wallet
    window.dayTell = () => wallet?.tell()
    window.dayAppear = () => {
      wallet ??= (${dayWallet.toString()})(${JSON.stringify(family)}, page, state, mode)
    }
    const search = new URLSearchParams(location.search)
    window.dayFailing = search.has('failing')
    if (mode() !== 'absent' && !search.has('absent')) window.dayAppear()
  }`
}
