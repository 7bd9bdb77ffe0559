import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { RouterData, View } from '../../../controllers/shell/views.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { Store } from '../../../core/store.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { watchValue } from '../watch-value.ts'

export interface AppKitOpenOptions {
  readonly view?: View | undefined
  /** The pairing URI to show in the modal. The host creates it. */
  readonly uri?: string | undefined
  readonly namespace?: ChainNamespace | undefined
  /** The initial values of the `Swap` view. Other views ignore them. */
  readonly arguments?: RouterData['swap']
}

/** AppKit's public state (S3.10.3). */
export interface AppKitState {
  /** Whether wallet discovery has run, and Latchkey has tried to restore all stored connections. */
  readonly initialized: boolean
  readonly loading: boolean
  readonly open: boolean
  readonly selectedNetworkId: CaipNetworkId | undefined
  readonly activeChain: ChainNamespace | undefined
}

/** The methods for the modal and its messages. */
export interface ModalMethods {
  /** Opens the modal. @throws the errors of `Latchkey.open`. */
  open(options?: AppKitOpenOptions): Promise<void>
  close(): Promise<void>
  isOpen(): boolean
  getState(): AppKitState
  subscribeState(listener: (state: AppKitState) => void): Unsubscribe
  /** Opens a view. The visitor can go back to the current view. */
  redirect(view: View): void
  /** Replaces the current view. */
  replace(view: View): void
  isTransactionStackEmpty(): boolean
  popTransactionStack(outcome: 'success' | 'error' | 'cancel'): void
  showErrorMessage(message: string): void
  showSuccessMessage(message: string): void
  /** Returns an empty text, as AppKit does. */
  getError(): ''
}

export function modalMethods(client: Latchkey, initialized: Store<boolean>): ModalMethods {
  const { modal, network, router, snackbar } = client
  const getState = (): AppKitState => {
    const { open, loading } = modal.state
    const { caipNetworkId } = network.activeNetwork
    const { activeNamespace } = network.state
    return {
      initialized: initialized.getSnapshot(),
      ...{ loading, open, selectedNetworkId: caipNetworkId, activeChain: activeNamespace },
    }
  }
  return {
    open: ({ arguments: swap, ...options } = {}) =>
      client.open({ ...options, ...(swap && options.view === 'Swap' && { data: { swap } }) }),
    close: async () => client.close(),
    isOpen: () => modal.state.open,
    getState,
    subscribeState: (listener) => watchValue([modal, network, initialized], getState, listener),
    redirect: (view) => router.push(view),
    replace: (view) => router.replace(view),
    isTransactionStackEmpty: () => router.state.transactionStack.length === 0,
    popTransactionStack: (outcome) => router.popTransactionStack(outcome),
    showErrorMessage: (message) => snackbar.showError(message),
    showSuccessMessage: (message) => snackbar.showSuccess(message),
    getError: () => '',
  }
}
