import type { FrameSpec, Frames, PageFrame } from '../ports.ts'

/** A window's frames, writable for the code that creates them. */
export type WindowFrames = { -readonly [K in keyof Frames]: Frames[K] }

/** Adds a frame to the page. Returns undefined if the frame's id is already in use. */
export function putFrame(
  frames: WindowFrames,
  { attributes, style }: FrameSpec,
  document: Document,
): PageFrame | undefined {
  if (document.getElementById(attributes.id)) return undefined
  const element = document.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element.style, style)
  element.slot = 'frame'
  const listen = (to: EventTarget, event: string, hear: (event: Event) => void) => {
    to.addEventListener(event, hear)
    return () => to.removeEventListener(event, hear)
  }
  const host = [...frames.hosts].pop() ?? document.body
  host.append(element)
  const put: PageFrame = {
    element,
    get attached() {
      return element.isConnected
    },
    post(message, origin) {
      const { contentWindow } = element
      contentWindow?.postMessage(message, origin)
      return contentWindow !== null
    },
    onMessage: (hear) =>
      listen(document.defaultView as Window, 'message', (event) => {
        const { data, origin, source, isTrusted } = event as MessageEvent
        if (isTrusted && source && source === element.contentWindow) hear(data, origin)
      }),
    onLoad(hear) {
      const stops = ['load', 'error'].map((event) =>
        listen(element, event, ({ type }) => hear(type === 'load')),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
    remove() {
      element.remove()
      if (frames.current === put) frames.current = undefined
    },
  }
  frames.current = put
  return put
}
