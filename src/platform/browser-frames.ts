import type { Frames } from '../ports.ts'
import type { WindowFrames } from './put-frame.ts'

/** Most pages never need a frame, so the code for frames is loaded on demand. */
export function browserFrames({ document }: Window): Frames {
  const frames: WindowFrames = {
    hosts: new Set(),
    current: undefined,
    put: async (spec) => (await import('./put-frame.ts')).putFrame(frames, spec, document),
  }
  return frames
}
