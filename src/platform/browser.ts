import type { KeyValueStore, Logger, PageTraits, ParentPage, Platform } from '../ports.ts'
import { browserFrames } from './browser-frames.ts'
import { savesData, whenIdle } from './idle.ts'
import { memoryStore } from './memory-store.ts'
import { systemClock } from './system-clock.ts'

type View = Window & typeof globalThis

/**
 * Creates the platform of a web page. If the browser blocks the storage, uses memory instead, so that a session lasts at least as
 * long as the page.
 *
 * @param view The page's window. Default: the current window.
 */
export function browserPlatform(view: View = window): Platform {
  const log: Logger = console
  return {
    clock: systemClock,
    storage: localStore(view, log),
    page: {
      kind: 'browser',
      location: view.location,
      traits: pageTraits(view),
      realm: view,
      global: (name) => guarded(() => (view as unknown as Record<string, unknown>)[name]),
      listen(event, listener) {
        view.addEventListener(event, listener)
        return () => view.removeEventListener(event, listener)
      },
      dispatch(event, detail) {
        view.dispatchEvent(
          detail === undefined ? new view.Event(event) : new view.CustomEvent(event, { detail }),
        )
      },
      whenIdle: (run, limit) => whenIdle(view, run, limit),
      // Open links without an opener and without a referrer (S3.4.3).
      open: (url, target) => void view.open(url, target, 'noreferrer,noopener'),
      popup: (url, name, features) => view.open(url, name, features),
      parent: parentPage(view),
      frames: browserFrames(view),
      beacon: (url, body) => view.navigator.sendBeacon?.(url, body) ?? false,
      visible: () => view.document.visibilityState !== 'hidden',
      online: () => view.navigator.onLine !== false,
    },
    log,
    fetch: (input, init) => view.fetch(input, init),
  }
}

function guarded<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Reads the page's traits, most of them from the user agent (S3.10.4). `safari` is also true in Chrome, and `mac` is false in
 * Safari and Chrome. Keep these two oddities, because the code that uses the traits relies on them.
 */
export function pageTraits(given: { readonly navigator: { readonly userAgent: string } }): PageTraits {
  const view = given as View
  const agent = view.navigator.userAgent.toLowerCase()
  const mobile =
    guarded(() => view.matchMedia('(pointer:coarse)').matches) === true ||
    /android|webos|ip(hone|[ao]d)|blackberry|opera mini/.test(agent)
  const safari = agent.includes('safari')
  return {
    mobile,
    ios: mobile && /ip(hone|[ao]d)/.test(agent),
    android: mobile && agent.includes('android'),
    mac: agent.includes('macintosh') && !safari,
    safari,
    appleSafari: safari && !/chrom|android|crios|fxios|edg|opr\//.test(agent),
    telegram: Boolean(guarded(() => inTelegram(view))),
    saveData: savesData(view),
    framed: isFramed(view),
  }
}

/**
 * Returns a truthy value if Telegram shows the page: Telegram's bridge exists, or Telegram's script knows the platform. The
 * script alone isn't enough, because any page can include it (https://core.telegram.org/bots/webapps). Throws if the page has
 * neither the bridge nor the script.
 */
function inTelegram(view: object): unknown {
  const { TelegramWebviewProxy, Telegram } = view as {
    readonly TelegramWebviewProxy?: unknown
    readonly Telegram: { readonly WebApp: { readonly platform: string } }
  }
  return TelegramWebviewProxy || /^(?!unk|und)[a-z]/.test(Telegram.WebApp.platform)
}

/** Returns whether the page is in a frame. If reading `parent` throws, the page is in a frame. */
function isFramed(view: View): boolean {
  try {
    return view.self !== view.parent
  } catch {
    return true
  }
}

function parentPage(view: View): ParentPage | undefined {
  if (!isFramed(view)) return undefined
  // Use the referrer in Firefox, which has no `ancestorOrigins`. In Firefox, the referrer is the page around the frame.
  const origin =
    guarded(() => view.location.ancestorOrigins?.[0]) ?? guarded(() => new URL(view.document.referrer).origin)
  return {
    origin,
    post: (message, target) => view.parent.postMessage(message, target),
    sent: (event) => (event as MessageEvent).source === view.parent,
  }
}

function localStore(view: View, log: Logger): KeyValueStore {
  // Reading `localStorage` throws if the browser blocks the storage, and returns null in a web view without storage.
  const area = guarded<Storage | null>(() => view.localStorage)
  if (!area) {
    log.debug('The browser blocks storage')
    return memoryStore()
  }
  return {
    get: (key) => area.getItem(key),
    set: (key, value) => area.setItem(key, value),
    remove: (key) => area.removeItem(key),
    keys: () => Array.from({ length: area.length }, (_, index) => area.key(index) ?? ''),
    exclusively(run) {
      // Browsers refuse Web Locks in an insecure context, and while the page unloads. In these cases, run without a lock.
      let isBegun = false
      const locked = guarded(() =>
        view.navigator.locks?.request('latchkey', () => {
          isBegun = true
          return run()
        }),
      )
      if (!locked) return run()
      return locked.catch((error) => {
        if (isBegun) throw error
        return run()
      })
    },
    onExternalChange(listener) {
      const report = (event: StorageEvent) => {
        if (event.storageArea === area) listener(event.key)
      }
      view.addEventListener('storage', report)
      return () => view.removeEventListener('storage', report)
    },
  }
}
