import { type Store, storeOf } from '../../core/store.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { AppKit } from './app-kit.ts'

/** A global symbol. The page's bundles may contain several copies of this code, which share the symbol. */
const symbol = Symbol.for('latchkey.appkit')

/** An element of the page that shows a button or the modal. */
export interface PlacedElement {
  readonly element: HTMLElement
  readonly key: string
}

/** The global state of the page: see `sharedKit`. */
export interface SharedKit {
  readonly kit: Store<AppKit | undefined>
  /** The AppKit elements that are in the page. */
  readonly placed: Store<readonly PlacedElement[]>
}

/**
 * Returns the state that all hooks use. The state is global, because code for AppKit calls hooks without a React provider, and
 * creates the instance in another module. On a server, the whole process shares the instance. The instance then contains no data
 * of visitors, because no wallet ever connects on a server.
 */
export function sharedKit(): SharedKit {
  const realm = globalThis as { [symbol]?: SharedKit }
  realm[symbol] ??= {
    kit: storeOf<AppKit | undefined>(undefined),
    placed: storeOf<readonly PlacedElement[]>([]),
  }
  return realm[symbol]
}

/** Sets the page's instance, unless the page already has one. Call the returned function to remove the instance. */
export function shareKit(kit: AppKit): Unsubscribe {
  const { kit: shared } = sharedKit()
  if (!shared.getSnapshot()) shared.set(kit)
  return () => {
    if (shared.getSnapshot() === kit) shared.set(undefined)
  }
}
