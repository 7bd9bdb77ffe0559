import type { FrameSpec, PageFrame } from '../ports.ts'

/** Puts a frame into the page, once; undefined where there is an element of its id. */
export function putFrame(
  { attributes, style }: FrameSpec,
  host: HTMLElement,
  removed: () => void,
): PageFrame | undefined {
  const document = host.ownerDocument
  if (document.getElementById(attributes.id)) return undefined
  const element = document.createElement('iframe')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  Object.assign(element.style, style)
  element.slot = 'frame'
  const listen = (to: EventTarget, event: string, hear: (event: Event) => void) => {
    to.addEventListener(event, hear)
    return () => to.removeEventListener(event, hear)
  }
  host.append(element)
  return {
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
      removed()
    },
  }
}
