import type { FrameSpec, Frames, PageFrame } from '../../src/ports.ts'

export interface MemoryFrame extends PageFrame {
  readonly spec: FrameSpec
  /** The messages that the page has posted, oldest first. */
  readonly posted: { readonly type: string; readonly id: string; readonly payload?: unknown }[]
  /** Sends a message to the page, by default from the frame's origin. */
  say(data: unknown, origin?: string): void
  /** Reports that the frame has loaded, or failed to load. */
  load(loaded?: boolean): void
  /** Removes the element from the page, as a host could. */
  detach(): void
  readonly removed: boolean
}

/** Creates frames without a browser. They record the messages that the page posts, and the test sends the answers. */
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
      // As in a browser, a frame of another origin doesn't receive the message.
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
