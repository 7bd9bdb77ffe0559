import { type ComponentType, createContext, useContext } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import type { OptionsState } from '../controllers/shell/options-controller.ts'
import type { View } from '../controllers/shell/views.ts'
import type { CaipAddress } from '../core/chain/caip.ts'
import type { TokenBalance } from '../core/wallet/token-balance.ts'
import type { Background } from './background.ts'
import type { Words } from './language/words-context.ts'
import type { PageStyles } from './page-styles.ts'
import type { UpdatePause } from './shell/update-pause.ts'

export type HoldingsTab = 'tokens' | 'nfts' | 'activity'

/** The state that the provider's components share: the client, and the loaded parts of the modal. */
export interface Runtime {
  readonly latchkey: Latchkey
  /** Replaces the buttons' texts, for example by those of another language. */
  readonly setButtonText: (words: Words) => void
  /** Loaded views by name. A loaded view renders without a loading state. */
  readonly views: Map<string, ComponentType>
  /** The styles of components that the host places, in the document or in a shadow root. */
  readonly styles: PageStyles
  /** The modal's outermost component. Undefined until it is loaded. */
  shell?: ComponentType
  /** Called when the shell is loaded. Mounts the shell, so that a click only has to show the modal. */
  onShell?: (() => void) | undefined
  /** Adopts a style sheet in the shadow root, once per sheet. */
  style?: (css: string) => void
  /** Wraps controllers for the modal's components (see `shell/update-pause.ts`). Set when the shell is loaded. */
  pause?: UpdatePause
  /** Loads a view. Set when the shell is loaded. */
  load?: (view: View) => Promise<void>
  /** Prefetches code that a next click may need. The first view that prefetches creates this object. */
  background?: Background
  /**
   * The tab that the visitor last selected in an account's view, and whether the tab lists everything. Restored when the visitor
   * comes back to the view.
   */
  tab?: { readonly of: CaipAddress; readonly id: HoldingsTab; readonly all?: boolean }
  /**
   * The selected token, and its entry in the list of balances, as the send form has last seen them. The form's own balance can be
   * newer, because the maximum comes from the network. So the form follows only changes of the list, also those of other views.
   */
  sendForm?: { readonly token: TokenBalance | undefined; readonly listed: TokenBalance }
  /** The language that was loaded last, with the options at that time. */
  loadedLanguage?: Pick<OptionsState, 'language' | 'strings'> & { readonly words: Promise<Words> }
}

export const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** Returns the runtime, for components that only the modal renders. Components that a host places use `useRuntimeOrThrow`. */
export function useRuntime(): Runtime {
  return useContext(RuntimeContext) as Runtime
}
