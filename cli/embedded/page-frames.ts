import type { Page as Surroundings } from 'latchkey'
import type { Page } from 'playwright-core'

export type Frames = NonNullable<Surroundings['frames']>
type FrameSpec = Parameters<Frames['put']>[0]
type PageFrame = NonNullable<Frames['current']>

interface InBrowser {
  heard(data: unknown, origin: string): void
  loaded(well: boolean): void
}

/** Creates a client's frames in the page of a browser. The client itself runs in this process. */
export async function pageFrames(page: Page): Promise<Frames> {
  let current: PageFrame | undefined
  const messages = new Set<(data: unknown, origin: string) => void>()
  const loads = new Set<(loaded: boolean) => void>()
  await page.exposeFunction('heard', (data: unknown, origin: string) => {
    for (const hear of [...messages]) hear(data, origin)
  })
  await page.exposeFunction('loaded', (well: boolean) => {
    for (const hear of [...loads]) hear(well)
  })
  const listening = <T>(to: Set<T>, listener: T) => {
    to.add(listener)
    return () => void to.delete(listener)
  }
  return {
    get current() {
      return current
    },
    hosts: new Set(),
    async put(spec) {
      if (current) return undefined
      await page.evaluate(putFrame, spec)
      const frame: PageFrame = {
        get element(): never {
          throw new Error('not expected: the frame is in another browser')
        },
        get attached() {
          return current === frame
        },
        post(message, origin) {
          // Don't wait, because the browser keeps the order of messages. Ignore errors, because the frame may have been removed.
          page.evaluate(postMessage, { id: spec.attributes.id, message, origin }).catch(() => {})
          return true
        },
        onMessage: (listener) => listening(messages, listener),
        onLoad: (listener) => listening(loads, listener),
        remove() {
          current = undefined
          page.evaluate((id) => document.getElementById(id)?.remove(), spec.attributes.id).catch(() => {})
        },
      }
      current = frame
      return frame
    },
  }
}

function putFrame({ attributes, style }: FrameSpec): void {
  const { heard, loaded } = globalThis as unknown as InBrowser
  const element = document.createElement('iframe')
  addEventListener('message', ({ source, data, origin }) => {
    if (source && source === element.contentWindow) heard(data, origin)
  })
  element.addEventListener('load', () => loaded(true))
  element.addEventListener('error', () => loaded(false))
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element.style, style)
  document.body.append(element)
}

function postMessage({ id, message, origin }: { id: string; message: unknown; origin: string }): void {
  const frame = document.getElementById(id) as HTMLIFrameElement | null
  frame?.contentWindow?.postMessage(message, origin)
}
