import { describe, expect, it } from 'vitest'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { nodePlatform } from '../../../src/platform/node.ts'

/** Returns the page of a window that has this parent. Outside of frames, the parent of a window is the window itself. */
function windowIn(parent: object | 'itself' | 'forbidden', more: object = {}) {
  const posted: unknown[][] = []
  const opened: unknown[][] = []
  const view = Object.assign(new EventTarget(), {
    location: new URL('https://app.example/'),
    navigator: { userAgent: 'x', onLine: true },
    document: { visibilityState: 'visible', referrer: 'https://referrer.example/page' },
    open: (...args: unknown[]) => void opened.push(args),
    ...more,
  })
  Object.defineProperties(view, {
    self: { get: () => view },
    parent: {
      get() {
        if (parent === 'forbidden') throw new DOMException('denied', 'SecurityError')
        return parent === 'itself' ? view : parent
      },
    },
  })
  const { page } = browserPlatform(view as unknown as Window & typeof globalThis)
  return { page, posted, opened }
}

describe('a page in a frame', () => {
  it('is recognized even if the access to its parent is forbidden', () => {
    expect(windowIn('itself').page.traits.framed).toBe(false)
    expect(windowIn('itself').page.parent).toBeUndefined()
    expect(windowIn({}).page.traits.framed).toBe(true)
    expect(windowIn('forbidden').page.traits.framed).toBe(true)
    expect(nodePlatform().page.traits.framed).toBe(false)
  })

  it('reads the origin of its embedder from ancestorOrigins or the referrer', () => {
    const location = Object.assign(new URL('https://app.example/'), {
      ancestorOrigins: ['https://around.example'],
    })
    expect(windowIn({}, { location }).page.parent?.origin).toBe('https://around.example')
    expect(windowIn({}).page.parent?.origin).toBe('https://referrer.example')
    expect(windowIn({}, { document: { referrer: '' } }).page.parent?.origin).toBeUndefined()
  })

  it('posts messages to its embedder and recognizes messages from it', () => {
    const posted: unknown[][] = []
    const parent = { postMessage: (...args: unknown[]) => void posted.push(args) }
    const { page } = windowIn(parent)
    page.parent?.post({ a: 1 }, 'https://around.example')
    expect(posted).toEqual([[{ a: 1 }, 'https://around.example']])
    const sentBy = (source: unknown) => page.parent?.sent(Object.assign(new Event('message'), { source }))
    expect([sentBy(parent), sentBy({}), sentBy(null)]).toEqual([true, false, false])
  })
})

it('the page opens a link with noreferrer and noopener', () => {
  const { page, opened } = windowIn('itself')
  page.open('rainbow://wc', '_self')
  expect(opened).toEqual([['rainbow://wc', '_self', 'noreferrer,noopener']])
})
