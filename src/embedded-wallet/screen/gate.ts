import type { Clock, Unsubscribe } from '../../ports.ts'

/**
 * Times in ms. `steady`: how long all conditions must hold before the gate opens. This protects against clickjacking: a click
 * must not count if the button has just appeared, or was moved under the pointer. `explained`: the time after which an unmet
 * condition needs an explanation. `coveredFor`: how long the card may be covered before the gate offers a window.
 */
const gateTimes = { steady: 500, explained: 1000, coveredFor: 3000 } as const

/** Whether the visitor sees the whole card. Undefined if the browser can't tell. */
export type Seen = boolean | undefined

export interface GateState {
  /** Whether the buttons are active. */
  readonly open: boolean
  /** The unmet condition that keeps the gate closed. Undefined if the gate is open, or only needs more time. */
  readonly lacks: 'attention' | 'sight' | 'knowledge' | 'reading' | undefined
  /** Whether the condition has been unmet for so long that the visitor needs an explanation. */
  readonly lasting: boolean
  /**
   * Whether to offer a window, because the browser can't tell whether the visitor sees the whole card, or because the visitor
   * hasn't seen it for a while.
   */
  readonly offersWindow: boolean
}

/**
 * Decides when a card's button works: only while the gate is open. The gate opens when the visitor has had the whole request in
 * view for long enough, without a disturbance.
 */
export interface Gate {
  readonly state: GateState
  /** Tells the gate whether the visitor is present: the document has the focus, or the pointer is inside. */
  attend(attended: boolean): void
  see(seen: Seen): void
  /** Tells the gate that the end of the request was in view. */
  read(): void
  /**
   * Tells the gate about a disturbance, such as a click that came too early. The gate then opens only after the full time has
   * passed again.
   */
  disturb(): void
  /** Tells the gate that the content has changed. The end must then be in view again. */
  change(): void
  stop(): void
}

export function gate(clock: Clock, changed: (state: GateState) => void): Gate {
  let attended = false
  let seen: Seen = false
  let readToEnd = false
  let open = false
  let lasting = false
  let tired = false
  let timers: Unsubscribe[] = []
  let covered: Unsubscribe | undefined
  let stopped = false

  const lacks = () =>
    seen === undefined
      ? 'knowledge'
      : !seen
        ? 'sight'
        : !readToEnd
          ? 'reading'
          : attended
            ? undefined
            : 'attention'
  const state = (): GateState => {
    const missing = open ? undefined : lacks()
    return { open, lacks: missing, lasting, offersWindow: seen === undefined || tired }
  }
  const tell = () => {
    if (!stopped) changed(state())
  }
  function restart(): void {
    for (const stop of timers) stop()
    timers = []
    open = false
    lasting = false
    if (stopped) return
    if (lacks() === undefined)
      timers.push(
        clock.after(gateTimes.steady, () => {
          open = true
          tell()
        }),
      )
    else
      timers.push(
        clock.after(gateTimes.explained, () => {
          lasting = true
          tell()
        }),
      )
    tell()
  }
  function watchCover(): void {
    if (seen === true) {
      covered?.()
      covered = undefined
      tired = false
    } else
      covered ??= clock.after(gateTimes.coveredFor, () => {
        tired = true
        tell()
      })
  }
  watchCover()
  restart()

  return {
    get state() {
      return state()
    },
    attend(now) {
      if (now === attended) return
      attended = now
      restart()
    },
    see(now) {
      if (now === seen) return
      seen = now
      watchCover()
      restart()
    },
    read() {
      if (readToEnd) return
      readToEnd = true
      restart()
    },
    disturb: restart,
    change() {
      readToEnd = false
      restart()
    },
    stop() {
      stopped = true
      for (const stop of timers) stop()
      covered?.()
    },
  }
}
