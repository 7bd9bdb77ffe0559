import type { DayFamily, DayMode } from './day-wallets.ts'

/** How a tab began: what its page load met, which may limit what the tab can do until it is reloaded. */
interface ModelTab {
  /** Whether the adapter's code fails to load, or the extension is missing in this tab. */
  broken: boolean
  /** Whether the tab knows the wallet's current state: since the last change, it loaded, got an event, or was shown. */
  heard: boolean
  /** The wallet's mode when the page loaded. */
  readonly loadedIn: DayMode
}

export interface Expected {
  readonly status: 'connected' | 'disconnected'
  readonly isRemembered: boolean
}

/**
 * What a visitor expects of an app that stays connected until the visitor or the wallet ends the connection. It knows nothing of
 * the code under test.
 */
export class DayModel {
  readonly family: DayFamily
  readonly tabs = new Map<number, ModelTab>()
  mode: DayMode = 'ready'
  /** Whether the visitor connected, and neither the visitor nor the wallet ended it since. */
  isStored = false
  /** Whether the wallet took back its permission in a way that the page can't tell from a lock. */
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
    // The visitor's click asks the wallet again, whatever it failed to do before.
    this.tabs.set(tab, { broken: false, heard: true, loadedIn: 'ready' })
  }

  disconnected(): void {
    this.isStored = false
    this.isWithdrawn = false
  }

  /** The wallet's permission is gone, and every open tab hears it. */
  revoked(): void {
    // Only an EIP-1193 wallet can be asked whether the permission is gone.
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

  /** What the tab shows at rest; undefined if that isn't settled. */
  expects(tab: number): Expected | undefined {
    const one = this.tabs.get(tab)
    if (!one?.heard || !(this.mode === 'ready' || this.mode === 'locked')) return undefined
    if (!this.isStored) return { status: 'disconnected', isRemembered: false }
    const away: Expected = { status: 'disconnected', isRemembered: true }
    if (one.broken || this.isWithdrawn) return away
    // An extension of Polkadot has no silent question: a visit doesn't repeat a question that failed.
    if (this.family === 'polkadot' && ['never', 'throws'].includes(one.loadedIn)) return undefined
    // Keplr has no silent question either: the stored accounts are shown until the first signature.
    if (this.mode === 'locked' && this.family !== 'cosmos') return away
    return { status: 'connected', isRemembered: false }
  }
}
