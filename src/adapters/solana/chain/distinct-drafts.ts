import { sleep } from '../../../core/async/sleep.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock } from '../../../ports.ts'
import { sameBytes } from '../wire.ts'
import type { Draft } from './draft.ts'

/** The time of about one slot, in ms. */
const slotTime = 400
/** A node that returns the same blockhash for this time, in ms, is stuck. This value isn't from a specification. */
const timeout = 30_000
/** The number of drafts to remember per sender. One sender never makes this many drafts with one blockhash. */
const rememberedDrafts = 256

/** Builds drafts that differ from each other, because the network would treat two equal drafts as one transaction. */
export class DistinctDrafts {
  readonly #clock: Clock
  /** The newest drafts of each sender, by network and sender. */
  readonly #drafts = new Map<string, readonly Uint8Array[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Builds a draft. If it equals an earlier draft of the same network and sender, waits for the next blockhash.
   * @throws `rpc/invalid-value` if the node keeps returning the same blockhash.
   */
  async next(key: string, make: () => Promise<Draft>, signal?: AbortSignal): Promise<Draft> {
    const until = this.#clock.now() + timeout
    for (;;) {
      const draft = await make()
      // Read the list only now, because other calls may have added drafts in the meantime.
      const earlier = this.#drafts.get(key) ?? []
      if (!earlier.some((wire) => sameBytes(wire, draft.wire))) {
        this.#drafts.set(key, [...earlier, draft.wire].slice(-rememberedDrafts))
        return draft
      }
      // The network makes a block in almost every slot. So a node that keeps returning one blockhash is stuck.
      if (this.#clock.now() >= until)
        throw latchkeyError('rpc/invalid-value', { values: { method: 'getLatestBlockhash' } })
      await sleep(this.#clock, slotTime, signal)
    }
  }
}
