import type { Clock } from '../../../ports.ts'

/** Waits between attempts. The waits grow, and are partly random, so that many pages don't reconnect at the same moment. */
export class Backoff {
  readonly #clock: Pick<Clock, 'after'>
  readonly #first: number
  #failures = 0
  #pause = 0
  #resume = () => {}

  constructor(clock: Pick<Clock, 'after'>, first: number) {
    this.#clock = clock
    this.#first = first
  }

  /** Whether no attempt has failed since the last reset. */
  get fresh(): boolean {
    return this.#failures === 0
  }

  fail(): void {
    this.#failures++
  }

  reset(): void {
    this.#failures = 0
  }

  /** Waits for at most `most` ms, or until `cutShort` is called. */
  pause(most: number): Promise<void> {
    const step = Math.min(most, this.#first * 2 ** Math.min(this.#failures, 16))
    this.#pause = step * (0.5 + Math.random() / 2)
    return new Promise((resolve) => {
      const done = () => {
        stop()
        this.#pause = 0
        this.#resume = () => {}
        resolve()
      }
      const stop = this.#clock.after(this.#pause, done)
      this.#resume = done
    })
  }

  /** Ends the current wait if it was planned to be longer than `longest` ms. */
  cutShort(longest = 0): void {
    if (this.#pause > longest) this.#resume()
  }
}
