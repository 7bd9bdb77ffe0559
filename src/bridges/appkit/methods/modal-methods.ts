import type { Latchkey } from '../../../client/create-latchkey.ts'
import type { RouterData, View } from '../../../controllers/shell/views.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import type { Store } from '../../../core/store.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { watchValue } from '../watch-value.ts'

export interface AppKitOpenOptions {
  readonly view?: View | undefined
  /** A pairing URI created by the host, shown by the modal. */
  readonly uri?: string | undefined
  readonly namespace?: ChainNamespace | undefined
  /** The initial values of the view Swap. */
  readonly arguments?: RouterData['swap']
}

/** AppKit's public state (S3.10.3). */
export interface AppKitState {
  /** Whether wallets are discovered and stored connections are restored or dropped. */
  readonly initialized: boolean
  readonly loading: boolean
  readonly open: boolean
  readonly selectedNetworkId: CaipNetworkId | undefined
  readonly activeChain: ChainNamespace | undefined
}

/** Methods for the modal and its messages. */
export interface ModalMethods {
  /** @throws Any error of `Latchkey.open`. */
  open(options?: AppKitOpenOptions): Promise<void>
  close(): Promise<void>
  isOpen(): boolean
  getState(): AppKitState
  subscribeState(listener: (state: AppKitState) => void): Unsubscribe
  /** Opens a view from which the visitor can go back. */
  redirect(view: View): void
  /** Replaces the current view. */
  replace(view: View): void
  isTransactionStackEmpty(): boolean
  popTransactionStack(outcome: 'success' | 'error' | 'cancel'): void
  showErrorMessage(message: string): void
  showSuccessMessage(message: string): void
  /** Always empty, as in AppKit. */
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
