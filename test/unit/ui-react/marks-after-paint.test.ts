// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMark } from '../../../src/ui-react/marks/use-mark.ts'
import { mount, options } from './rendering.ts'

let frames: FrameRequestCallback[]

beforeEach(() => {
  frames = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => {
    frames[id - 1] = () => {}
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the logos wait for the paint, and then for an idle browser', async () => {
  const latchkey = createLatchkey(options().options)
  const whenIdle = vi.spyOn(latchkey, 'whenIdle').mockReturnValue(() => {})
  const Logo = () => {
    useMark('wallet', 'a-wallet')
    return null
  }
  const mounted = await mount(() => latchkey, createElement(Logo))
  expect(whenIdle, 'before a frame').not.toHaveBeenCalled()
  for (const frame of frames) frame(0)
  expect(whenIdle, 'before the frame is painted').not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(whenIdle, 'after the paint').toHaveBeenCalled()
  vi.useRealTimers()
  await mounted.unmount()
})
