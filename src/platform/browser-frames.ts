import type { Frames } from '../ports.ts'
import type { WindowFrames } from './put-frame.ts'

/** Creates the frames of a window. Their code loads on demand, because most pages never need a frame. */
export function browserFrames({ document }: Window): Frames {
  const frames: WindowFrames = {
    hosts: new Set(),
    current: undefined,
    put: async (spec) => (await import('./put-frame.ts')).putFrame(frames, spec, document),
  }
  return frames
}
