import { type Store, storeOf } from '../../core/store.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { AppKit } from './app-kit.ts'

/** A global symbol, shared by copies of this code in several bundles of the page. */
const symbol = Symbol.for('latchkey.appkit')

/** An element of the page in which a button or the modal is rendered. */
export interface PlacedElement {
  readonly element: HTMLElement
  readonly key: string
}

/** The page's global state: see `sharedKit`. */
export interface SharedKit {
  readonly kit: Store<AppKit | undefined>
  /** The AppKit elements in the page. */
  readonly placed: Store<readonly PlacedElement[]>
}

/**
 * Returns the instance that hooks use. The instance is Latchkey's only global: code written for AppKit calls hooks without a React
 * provider, and creates the instance in another module. On a server, the whole process shares the instance, but it holds no
 * visitor's data, since no wallet ever connects there.
 */
export function sharedKit(): SharedKit {
  const realm = globalThis as { [symbol]?: SharedKit }
  realm[symbol] ??= {
    kit: storeOf<AppKit | undefined>(undefined),
    placed: storeOf<readonly PlacedElement[]>([]),
  }
  return realm[symbol]
}

/** Makes an instance the page's instance, unless the page has one. Call the returned function to withdraw the instance. */
export function shareKit(kit: AppKit): Unsubscribe {
  const { kit: shared } = sharedKit()
  if (!shared.getSnapshot()) shared.set(kit)
  return () => {
    if (shared.getSnapshot() === kit) shared.set(undefined)
  }
}
