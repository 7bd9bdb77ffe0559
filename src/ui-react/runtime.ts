import { type ComponentType, createContext, useContext } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import type { OptionsState } from '../controllers/shell/options-controller.ts'
import type { View } from '../controllers/shell/views.ts'
import type { CaipAddress } from '../core/chain/caip.ts'
import type { Words } from './language/words-context.ts'
import type { Hold } from './shell/hold.ts'

export type HoldingsTab = 'tokens' | 'nfts' | 'activity'

/** What the provider's components share: the client, and the parts of the modal that are loaded by now. */
export interface Runtime {
  readonly latchkey: Latchkey
  /** Gives the buttons other words. */
  readonly show: (words: Words) => void
  /** Views by name. Once a view is here it is shown without a loading state. */
  readonly views: Map<string, ComponentType>
  shell?: ComponentType
  /** Told when the shell is here: it is put into the page at once, so that a click only has to show it. */
  onShell?: (() => void) | undefined
  /** Adopts a sheet in the shadow root, once. */
  style?: (css: string) => void
  /** What the modal draws listens through it; there once the shell is. */
  hold?: Hold
  /** Fetches a view; there once the shell is. */
  load?: (view: View) => Promise<void>
  /** What the visitor looked at last in the view of this account, and comes back to. */
  tab?: { readonly of: CaipAddress; readonly id: HoldingsTab }
  /** The language that was fetched last, and for what. */
  chosen?: Pick<OptionsState, 'language' | 'strings'> & { readonly words: Promise<Words> }
}

export const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** For what only the modal draws, which stands inside a provider; what a host places asks with `useProvided`. */
export function useRuntime(): Runtime {
  return useContext(RuntimeContext) as Runtime
}
