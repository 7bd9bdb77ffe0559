import type { Latchkey } from '../client/create-latchkey.ts'
import { detectPlatform } from '../platform/detect.ts'
import type { Platform, Unsubscribe } from '../ports.ts'
import { watchClient } from './client-watch.ts'
import { faultSwitches } from './faults.ts'
import { journalOf } from './journal.ts'
import { faultyStorage } from './platform/faulty-storage.ts'
import { watchedFetch } from './platform/watched-fetch.ts'
import { watchedPage } from './platform/watched-page.ts'
import { isProduction } from './production.ts'
import { tabStorage } from './tab-storage.ts'

export interface Devtools {
  /**
   * Returns a platform for `createLatchkey`. The platform records requests and wallet calls, and applies the faults that are on
   * in the panel.
   * @param base The parts of the platform that you would pass to the client. For each missing part, the default is used.
   */
  platform(base?: Partial<Platform>): Partial<Platform>
  /** Shows a client in the panel instead of the previous client. The returned function removes the panel. */
  attach(client: Latchkey): Unsubscribe
}

const nothing: Devtools = {
  platform: (base = {}) => base,
  attach: () => () => {},
}

/**
 * Creates a panel for developers. It shows a client's state and events, and its requests to wallets and networks. It can also
 * turn on faults. If `process.env.NODE_ENV` is `production`, does nothing and loads nothing.
 * @example
 * const devtools = createDevtools()
 * const latchkey = createLatchkey({ networks, adapters, platform: devtools.platform() })
 * devtools.attach(latchkey)
 */
export function createDevtools(): Devtools {
  if (isProduction()) return nothing
  const journal = journalOf(() => Date.now())
  const faults = faultSwitches(tabStorage())
  let leave: Unsubscribe = () => {}
  return {
    platform(base = {}) {
      const { fetch, storage, page } = { ...detectPlatform(), ...base }
      return {
        ...base,
        fetch: watchedFetch(fetch, journal, faults),
        storage: faultyStorage(storage, faults),
        page: watchedPage(page, { journal, faults }),
      }
    },
    attach(client) {
      leave()
      const stop = watchClient(client, journal)
      let gone = false
      let close: Unsubscribe = () => {}
      if (typeof document !== 'undefined')
        import('./panel/panel.ts').then(
          ({ openPanel }) => {
            if (!gone) close = openPanel({ client, journal, faults })
          },
          (error) => detectPlatform().log.warn('The panel of latchkey/devtools could not be loaded', error),
        )
      const end = () => {
        if (gone) return
        gone = true
        stop()
        close()
      }
      leave = end
      return end
    },
  }
}
