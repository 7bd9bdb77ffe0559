import type { MemoryPage } from '../../src/testing/memory-platform.ts'

interface Popup {
  readonly href: string
  readonly opener: unknown
  readonly closed: boolean
}

/** Gives a test page popup windows, with URLs that the test can read. While `blocks` is set, the browser opens no windows. */
export function givePopups(page: MemoryPage): { readonly windows: readonly Popup[]; blocks: boolean } {
  const windows: { href: string; opener: unknown; closed: boolean }[] = []
  const browser = { windows, blocks: false }
  page.popup = (href) => {
    if (browser.blocks) return null
    const one: (typeof windows)[number] = { href, opener: 'this page', closed: false }
    windows.push(one)
    return {
      get closed() {
        return one.closed
      },
      get opener() {
        return one.opener
      },
      set opener(value) {
        one.opener = value
      },
      location: {
        get href() {
          return one.href
        },
        set href(url) {
          one.href = url
        },
      },
      close() {
        one.closed = true
      },
    }
  }
  return browser
}
