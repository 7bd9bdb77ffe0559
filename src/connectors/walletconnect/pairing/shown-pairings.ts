import { pairing } from '../../../core/limits.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { StoredPairings } from './stored-pairings.ts'

/**
 * The topics of the pairings that any tab has shown, stored for the next page load. If a wallet may have approved one of them,
 * the WalletConnect library loads at once. The topics aren't secret, because the relay knows them.
 */
export class ShownPairings extends StoredPairings {
  /** Returns whether the pairing has expired, so that no wallet can approve it. */
  isExpired(topic: string): boolean {
    return (this.read().until[topic] ?? 0) <= this.options.clock.now()
  }

  add(topic: string): void {
    const { until, ...rest } = this.read()
    this.write({ ...rest, until: { ...until, [topic]: this.options.clock.now() + pairing.kept } })
  }

  remove(topic: string): void {
    const { until, ...rest } = this.read()
    if (!(topic in until)) return
    const { [topic]: _, ...left } = until
    this.write({ ...rest, until: left })
  }

  /**
   * Call this when a pairing connects. After the call, earlier pairings can't connect anymore.
   * Other tabs can take over the session (see `onConnected`).
   */
  connected(topic: string): void {
    this.change(topic)
  }

  /** Stores whether messages that end sessions still wait to be sent. */
  owe(owed: boolean): void {
    const shown = this.read()
    if (shown.owed !== owed) this.write({ ...shown, owed })
  }

  /**
   * Returns false for the pairing that connected last. For any other pairing, returns whether it isn't stored, or whether any tab
   * connected or disconnected a wallet after it was shown.
   */
  isOutdated(topic: string): boolean {
    const { until, changed, current } = this.read()
    if (current === topic) return false
    const end = until[topic]
    return end === undefined || end - pairing.kept <= changed
  }

  /** The pairing that connected last in any tab. Undefined if any tab connected or disconnected a wallet after that. */
  get current(): string | undefined {
    return this.read().current
  }

  /** Calls `connected` when a pairing connects in another tab. */
  onConnected(connected: (topic: string) => void): Unsubscribe {
    const { storage, key } = this.options
    const stop = storage?.onExternalChange?.((changed) => {
      const { current } = this
      if (changed === key && current !== undefined) connected(current)
    })
    return () => stop?.()
  }
}
