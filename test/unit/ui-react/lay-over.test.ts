// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { layOver } from '../../../src/ui-react/shell/lay-over.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Lays a frame over a slot whose position the test sets. */
function overlaid() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const view = new EventTarget()
  // Runs before the tested listener, like the listener that moves the dialog.
  let before: (() => void) | undefined
  for (const event of ['resize', 'scroll']) view.addEventListener(event, () => before?.())
  vi.stubGlobal('visualViewport', view)
  document.body.innerHTML =
    '<div id="scroller"><div id="card"><div id="slot"></div></div></div><iframe></iframe>'
  const byId = (id: string) => document.getElementById(id) as HTMLElement
  const slot = byId('slot')
  const frame = document.querySelector('iframe') as HTMLElement
  let top = 100
  vi.spyOn(slot, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 300, 400))
  const end = layOver(slot, frame)
  return {
    ...{ view, frame, end },
    scroller: byId('scroller'),
    card: byId('card'),
    move: (by: number) => {
      top += by
    },
    beforeNext: (run: () => void) => {
      before = run
    },
  }
}

describe('a frame that lies over its slot', () => {
  it.each([
    ['an element around the modal scrolls', 'scroller', 'scroll'],
    ['a keyboard opens', 'view', 'resize'],
    ['the visible part of the page moves', 'view', 'scroll'],
    ['the card opens', 'card', 'animationend'],
    ["the height of the card's view has changed", 'card', 'transitionend'],
  ] as const)('follows the slot when %s', (_, source, event) => {
    const world = overlaid()
    expect(world.frame.style.top).toBe('100px')
    world.move(-60)
    world[source].dispatchEvent(new Event(event))
    expect(world.frame.style.top).toBe('40px')
    world.end()
    world.move(-30)
    world[source].dispatchEvent(new Event(event))
    expect(world.frame.style.top).toBe('')
  })

  it.each(['resize', 'scroll'])(
    "follows the dialog, which moves at the same event of the page's visible part (event: %s)",
    (event) => {
      const { view, frame, move, beforeNext, end } = overlaid()
      beforeNext(() => move(-60))
      view.dispatchEvent(new Event(event))
      expect(frame.style.top).toBe('40px')
      end()
    },
  )

  it('follows the slot when the page scrolls', () => {
    const { frame, move, end } = overlaid()
    move(-60)
    window.dispatchEvent(new Event('scroll'))
    expect(frame.style.top).toBe('40px')
    end()
  })
})
