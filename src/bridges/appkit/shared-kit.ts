import { type Store, storeOf } from '../../core/store.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { AppKit } from './app-kit.ts'

/** Under this symbol, so that copies of this code in other bundles of the page mean the same one. */
const symbol = Symbol.for('latchkey.appkit')

/** An element of the page that is to become a button, or the modal. */
export interface PlacedElement {
  readonly element: HTMLElement
  readonly key: string
}

/** What a page has one of: see `sharedKit`. */
export interface SharedKit {
  readonly kit: Store<AppKit | undefined>
  /** The elements with AppKit's names that stand in the page, whoever draws them. */
  readonly placed: Store<readonly PlacedElement[]>
}

/**
 * The instance that the hooks mean. Nothing else of Latchkey is global: a client is a value that its host holds. But code that
 * was written for AppKit calls its hooks without a provider around them, and has created the instance in some other module, so
 * that here the page itself has to be asked. On a server it is one for the process; there it shows what its options say, and
 * nothing of a visitor, since no wallet is ever connected there.
 */
export function sharedKit(): SharedKit {
  const realm = globalThis as { [symbol]?: SharedKit }
  realm[symbol] ??= {
    kit: storeOf<AppKit | undefined>(undefined),
    placed: storeOf<readonly PlacedElement[]>([]),
  }
  return realm[symbol]
}

/** Makes an instance the one that the hooks mean, unless there is one; the result takes it back. */
export function shareKit(kit: AppKit): Unsubscribe {
  const { kit: shared } = sharedKit()
  if (!shared.getSnapshot()) shared.set(kit)
  return () => {
    if (shared.getSnapshot() === kit) shared.set(undefined)
  }
}
