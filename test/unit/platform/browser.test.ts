import { describe, expect, it, vi } from 'vitest'
import { browserPlatform } from '../../../src/platform/browser.ts'
import { detectPlatform } from '../../../src/platform/detect.ts'

/** Returns a window that has only the parts that the platform uses. */
function fakeWindow(
  overrides: PropertyDescriptorMap = {},
  agent = 'Mozilla/5.0 (X11; Linux)',
  coarse = false,
) {
  const items = new Map<string, string>()
  const area = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
  const view = new EventTarget()
  Object.assign(view, {
    location: new URL('https://app.example/path?q=1'),
    navigator: { userAgent: agent, onLine: true },
    document: { visibilityState: 'visible' },
    matchMedia: () => ({ matches: coarse }),
    localStorage: area,
    Event,
    CustomEvent,
    fetch: async () => new Response('of this window'),
  })
  Object.defineProperties(view, overrides)
  return view as unknown as Window & typeof globalThis & { [name: string]: unknown }
}

const throwing = {
  configurable: true,
  get: () => {
    throw new DOMException('denied', 'SecurityError')
  },
}

const agents = {
  chrome: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36',
  safariMac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
  webviewMac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1',
  chromeIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0 Mobile Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
}

describe('the browser platform', () => {
  it.each([
    ['Chrome on a desktop', agents.chrome, false, ['safari']],
    ['Edge on a desktop', `${agents.chrome} Edg/120.0`, false, ['safari']],
    ['Safari on a Mac', agents.safariMac, false, ['safari', 'appleSafari']],
    ['Safari on an iPad', agents.safariMac, true, ['mobile', 'safari', 'appleSafari']],
    ['a web view on a Mac', agents.webviewMac, false, ['mac']],
    ['an iPhone', agents.iphone, true, ['mobile', 'ios', 'safari', 'appleSafari']],
    ['Chrome on an iPhone', agents.chromeIphone, true, ['mobile', 'ios', 'safari']],
    ['an Android phone', agents.android, true, ['mobile', 'android', 'safari']],
    ['a phone with a mouse', agents.android, false, ['mobile', 'android', 'safari']],
    ['a tablet with the user agent of a desktop', agents.linux, true, ['mobile']],
    ['Firefox on Linux', agents.linux, false, []],
  ])('recognizes %s', (_, agent, coarse, expected) => {
    const { traits } = browserPlatform(fakeWindow({}, agent, coarse)).page
    const held = Object.entries(traits).flatMap(([name, value]) => (value ? [name] : []))
    expect(held.sort()).toEqual([...expected].sort())
  })

  it.each([
    ['yes, with its bridge', { TelegramWebviewProxy: { value: {} } }, true],
    [
      'yes, with the platform that its script found',
      { Telegram: { value: { WebApp: { platform: 'android' } } } },
      true,
    ],
    ['no, with only its script', { Telegram: { value: { WebApp: { platform: 'unknown' } } } }, false],
    ['no, with only its login widget', { Telegram: { value: { Login: {} } } }, false],
    ['no, with an empty object', { Telegram: { value: {} } }, false],
    ['no, with a platform that is not a text', { Telegram: { value: { WebApp: { platform: {} } } } }, false],
    ['no, with a bridge that throws', { TelegramWebviewProxy: throwing }, false],
    ['no, with a script that throws', { Telegram: throwing }, false],
  ])('finds out whether the page is in Telegram: %s', (_, globals, is) => {
    expect(browserPlatform(fakeWindow(globals)).page.traits.telegram).toBe(is)
  })

  it('starts in a window that does not support media queries', () => {
    expect(browserPlatform(fakeWindow({ matchMedia: { value: undefined } })).page.traits.mobile).toBe(false)
  })

  it.each([
    [{ saveData: true, effectiveType: '4g' }, true],
    [{ saveData: false, effectiveType: '2g' }, true],
    [{ saveData: false, effectiveType: 'slow-2g' }, true],
    [{ saveData: false, effectiveType: '3g' }, false],
    [undefined, false],
  ])('tells from the connection %o whether the visitor saves data: %s', (connection, saves) => {
    const navigator = { value: { userAgent: 'Mozilla/5.0 (X11; Linux)', connection } }
    expect(browserPlatform(fakeWindow({ navigator })).page.traits.saveData).toBe(saves)
  })

  it('returns undefined for a global that is absent or throws', () => {
    const ethereum = { isWallet: true }
    const { page } = browserPlatform(fakeWindow({ ethereum: { value: ethereum }, trap: throwing }))
    expect(page.global('ethereum')).toBe(ethereum)
    expect(page.global('nothing')).toBeUndefined()
    expect(page.global('trap')).toBeUndefined()
  })

  it('delivers events until the listener is removed', () => {
    const view = fakeWindow()
    const { page } = browserPlatform(view)
    const seen: unknown[] = []
    const stop = page.listen('shout', (event) => seen.push((event as CustomEvent).detail))
    page.dispatch('shout')
    page.dispatch('shout', { loud: true })
    stop()
    stop()
    page.dispatch('shout', 'unheard')
    expect(seen).toEqual([undefined, { loud: true }])
  })

  it('reports the address of the page, whether the page is visible, and whether the browser is online', () => {
    const view = fakeWindow()
    const { page } = browserPlatform(view)
    expect(page.location).toMatchObject({ origin: 'https://app.example', hostname: 'app.example' })
    expect([page.visible(), page.online()]).toEqual([true, true])
    Object.assign(view.document, { visibilityState: 'hidden' })
    Object.assign(view.navigator, { onLine: false })
    expect([page.visible(), page.online()]).toEqual([false, false])
  })

  it("uses the window's storage, and reports changes from other tabs", () => {
    const view = fakeWindow()
    const { storage } = browserPlatform(view)
    storage.set('a', '1')
    storage.set('b', '2')
    storage.remove('a')
    expect([storage.get('a'), storage.get('b'), storage.keys()]).toEqual([null, '2', ['b']])
    const seen: unknown[] = []
    const stop = storage.onExternalChange?.((key) => seen.push(key))
    const change = (key: string | null, storageArea: unknown) =>
      view.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }))
    change('b', view.localStorage)
    change(null, view.localStorage)
    change('c', 'the session storage')
    stop?.()
    change('d', view.localStorage)
    expect(seen).toEqual(['b', null])
  })

  it.each([
    ['throws on access', throwing],
    ['is null', { value: null }],
  ])("keeps data in memory when the window's storage %s", (_, descriptor) => {
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {})
    const { storage } = browserPlatform(fakeWindow({ localStorage: descriptor }))
    storage.set('a', '1')
    expect(storage.get('a')).toBe('1')
    expect(debug).toHaveBeenCalledTimes(1)
  })

  it("fetches with the window's fetch", async () => {
    const { fetch } = browserPlatform(fakeWindow())
    expect(await (await fetch('https://x.example')).text()).toBe('of this window')
  })

  it('is chosen if a window and a document exist', () => {
    const view = fakeWindow()
    vi.stubGlobal('window', view)
    expect(detectPlatform().page.kind).toBe('node')
    vi.stubGlobal('document', view.document)
    expect(detectPlatform().page.kind).toBe('browser')
  })
})
