import type { Frames, PageFrame } from '../ports.ts'

/** Those of one window. Most pages never put one, and load what that takes when they do. */
export function browserFrames({ document }: Window): Frames {
  const hosts = new Set<HTMLElement>()
  let current: PageFrame | undefined
  return {
    get current() {
      return current
    },
    offer(host) {
      hosts.add(host)
      return () => void hosts.delete(host)
    },
    async put(spec) {
      const { putFrame } = await import('./put-frame.ts')
      const put = putFrame(spec, [...hosts].pop() ?? document.body, () => {
        if (current === put) current = undefined
      })
      current = put ?? current
      return put
    },
  }
}
