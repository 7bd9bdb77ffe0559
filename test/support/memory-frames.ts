import type { FrameSpec, Frames, PageFrame } from '../../src/ports.ts'

export interface MemoryFrame extends PageFrame {
  readonly spec: FrameSpec
  /** What the page has posted, oldest first. */
  readonly posted: { readonly type: string; readonly id: string; readonly payload?: unknown }[]
  /** Has the page hear a message; by default of the frame's own origin. */
  say(data: unknown, origin?: string): void
  /** Something was loaded into the frame, or could not be. */
  load(loaded?: boolean): void
  /** The host takes the element out of the page. */
  detach(): void
  readonly removed: boolean
}

/** Frames without a browser: what is posted is kept, and what is heard is in the test's hand. */
export function memoryFrames(): Frames & { readonly made: readonly MemoryFrame[] } {
  const made: MemoryFrame[] = []
  let current: MemoryFrame | undefined
  return {
    made,
    get current() {
      return current
    },
    hosts: new Set(),
    async put(spec) {
      if (current) return undefined
      current = memoryFrame(spec, () => {
        current = undefined
      })
      made.push(current)
      return current
    },
  }
}

function memoryFrame(spec: FrameSpec, gone: () => void): MemoryFrame {
  const { origin } = new URL(spec.attributes.src)
  const hearing = new Set<(data: unknown, origin: string) => void>()
  const loading = new Set<(loaded: boolean) => void>()
  const element = { isConnected: true }
  const add = <T>(to: Set<T>, one: T) => {
    to.add(one)
    return () => void to.delete(one)
  }
  const posted: MemoryFrame['posted'] = []
  let removed = false
  return {
    spec,
    posted,
    element: element as HTMLElement,
    get attached() {
      return element.isConnected
    },
    post(message, target) {
      // As a browser: nothing of another origin gets it.
      if (target === origin && element.isConnected) posted.push(structuredClone(message) as never)
      return element.isConnected
    },
    onMessage: (hear) => add(hearing, hear),
    onLoad: (hear) => add(loading, hear),
    remove() {
      removed = true
      element.isConnected = false
      gone()
    },
    say(data, from = origin) {
      for (const hear of [...hearing]) hear(data, from)
    },
    load(loaded = true) {
      for (const hear of [...loading]) hear(loaded)
    },
    detach() {
      element.isConnected = false
    },
    get removed() {
      return removed
    },
  }
}
