import type { DayFamily, DayMode } from './day-wallets.ts'

/** The state of a tab. A tab that loaded under bad conditions stays limited until it is reloaded. */
interface ModelTab {
  /** Whether the adapter's code fails to load, or the extension is missing in this tab. */
  broken: boolean
  /**
   * Whether the tab knows the wallet's current state: the tab has loaded, received an event, or become visible since the last
   * change.
   */
  heard: boolean
  /** The wallet's mode when the page loaded. */
  readonly loadedIn: DayMode
}

export interface Expected {
  readonly status: 'connected' | 'disconnected'
  readonly isRemembered: boolean
}

/**
 * A model of the visitor's expectation: the app stays connected until the visitor or the wallet ends the connection.
 * The model uses none of the code that the tests check.
 */
export class DayModel {
  readonly family: DayFamily
  readonly tabs = new Map<number, ModelTab>()
  mode: DayMode = 'ready'
  /** Whether the visitor has connected, and nothing has ended this connection. */
  isStored = false
  /** Whether the wallet withdrew the page's permission, but looks like a locked wallet to the page. */
  isWithdrawn = false

  constructor(family: DayFamily) {
    this.family = family
  }

  opened(tab: number, broken: boolean): void {
    this.tabs.set(tab, { broken, heard: true, loadedIn: this.mode })
  }

  closed(tab: number): void {
    this.tabs.delete(tab)
  }

  connected(tab: number): void {
    this.isStored = true
    this.isWithdrawn = false
    // A click asks the wallet again, even after a failure.
    this.tabs.set(tab, { broken: false, heard: true, loadedIn: 'ready' })
  }

  disconnected(): void {
    this.isStored = false
    this.isWithdrawn = false
  }

  /** The wallet withdraws the page's permission, and every open tab gets the event. */
  revoked(): void {
    // Only an EIP-1193 wallet can tell a page that the permission is gone.
    if (this.family === 'eip155') this.isStored = false
    else this.isWithdrawn = this.isStored
  }

  walletBecame(mode: DayMode): void {
    this.mode = mode
    for (const tab of this.tabs.values()) tab.heard = false
  }

  heard(tab: number): void {
    const one = this.tabs.get(tab)
    if (one) one.heard = true
  }

  /**
   * Returns the state that the tab must show after all waits have ended, or undefined if the model can't predict the
   * state.
   */
  expects(tab: number): Expected | undefined {
    const one = this.tabs.get(tab)
    if (!one?.heard || !(this.mode === 'ready' || this.mode === 'locked')) return undefined
    if (!this.isStored) return { status: 'disconnected', isRemembered: false }
    const away: Expected = { status: 'disconnected', isRemembered: true }
    if (one.broken || this.isWithdrawn) return away
    // Every request to a Polkadot extension may prompt. So the page doesn't repeat a request that failed at load.
    if (this.family === 'polkadot' && ['never', 'throws'].includes(one.loadedIn)) return undefined
    // Every request to Keplr may prompt too. So the page shows the stored accounts until the first signature.
    if (this.mode === 'locked' && this.family !== 'cosmos') return away
    return { status: 'connected', isRemembered: false }
  }
}
