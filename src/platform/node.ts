import type { KeyValueStore, Page, Platform } from '../ports.ts'
import { pageTraits } from './browser.ts'
import { memoryStore } from './memory-store.ts'
import { systemClock } from './system-clock.ts'

const nothing = () => {}

const page: Page = {
  kind: 'node',
  location: undefined,
  // All traits are false, because there is no browser.
  traits: pageTraits({ navigator: { userAgent: '' } }),
  realm: globalThis,
  global: () => undefined,
  listen: () => nothing,
  dispatch: nothing,
  whenIdle: () => nothing,
  open: nothing,
  visible: () => true,
  online: () => true,
}

/**
 * Creates the platform of a server or command line. It has no window, and its storage is in memory by default. Drops debug
 * messages. Writes other messages to standard error, because standard output belongs to the program.
 */
export function nodePlatform(options: { readonly storage?: KeyValueStore } = {}): Platform {
  return {
    clock: systemClock,
    storage: options.storage ?? memoryStore(),
    page,
    log: {
      debug: nothing,
      warn: (message, ...details) => console.warn(message, ...details),
      error: (message, ...details) => console.error(message, ...details),
    },
    // Looks up `fetch` at each call, because the global may be replaced later.
    fetch: (input, init) => fetch(input, init),
  }
}
