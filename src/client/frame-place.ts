import type { Unsubscribe } from '../ports.ts'

/**
 * Where the frame of an embedded wallet stands in the page. A frame that is moved is loaded anew, so it is put once: into
 * the modal's host element when there is one, where it can be clicked while the dialog makes the rest of the page inert;
 * else under the body, and the modal opens around it without making it inert.
 */
export interface FramePlace {
  /** The frame that was put, wherever it stands. */
  readonly frame: HTMLElement | undefined
  /** The modal offers its host element, whose `frame` slot shows what is put there. The latest offer counts. */
  offer(host: HTMLElement): Unsubscribe
  /** Puts the frame; the result takes it out of the page. */
  put(frame: HTMLElement): Unsubscribe
}

export function createFramePlace(): FramePlace {
  const hosts = new Set<HTMLElement>()
  let frame: HTMLElement | undefined
  return {
    get frame() {
      return frame
    },
    offer(host) {
      hosts.add(host)
      return () => void hosts.delete(host)
    },
    put(element) {
      frame = element
      const host = [...hosts].pop() ?? element.ownerDocument.body
      element.slot = 'frame'
      host.append(element)
      return () => {
        element.remove()
        if (frame === element) frame = undefined
      }
    },
  }
}
