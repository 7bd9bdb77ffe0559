import type { Clock, Unsubscribe } from '../../ports.ts'

/** In ms. Reliability T25: a click on what has only just come, or was moved under the pointer, is no decision. */
const gateTimes = { steady: 500, explained: 1000, coveredFor: 3000 } as const

/** Whether the visitor sees all of the screen; undefined where the browser cannot tell. */
export type Seen = boolean | undefined

export interface GateState {
  /** Whether the buttons act. */
  readonly open: boolean
  /** What is waited for; undefined while only the time runs, or when open. */
  readonly lacks: 'attention' | 'sight' | 'knowledge' | 'reading' | undefined
  /** It has lasted long enough that the visitor is told why. */
  readonly lasting: boolean
  /** The frame will not do, so a window of its own is offered. */
  readonly offersWindow: boolean
}

/** Opens when the visitor has been looking for long enough, undisturbed. */
export interface Gate {
  readonly state: GateState
  /** Whether the document has the focus, or the pointer is inside. */
  attend(attended: boolean): void
  see(seen: Seen): void
  /** The end of what is asked has been in view. */
  read(): void
  /** Something changed: the time starts anew. */
  disturb(): void
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
    stop() {
      stopped = true
      for (const stop of timers) stop()
      covered?.()
    },
  }
}
