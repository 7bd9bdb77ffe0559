import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { RouterData, View } from './views.ts'

export interface RouterState {
  readonly view: View
  /**
   * The opened views. Never empty. The last entry is `view`, except while Account is shown instead of Connect (see
   * `goBackToIndex`).
   */
  readonly history: readonly View[]
  readonly data: RouterData | undefined
  /** The transactions that wait for the wallet, newest last. */
  readonly transactionStack: readonly (TransactionEntry & { readonly view: View })[]
}

/** Callbacks for the outcome of a transaction (S1.3, "Router"). */
export interface TransactionEntry {
  readonly onSuccess?: (() => void) | undefined
  readonly onError?: (() => void) | undefined
  readonly onCancel?: (() => void) | undefined
  /** Whether the view stays after a failure, so that the visitor can try again. Default: the router goes back. */
  readonly stay?: boolean | undefined
}

export interface RouterEvents {
  /** `goBack` was called at the first entry of the history. */
  emptied: undefined
}

/**
 * Holds the current view and the history of views (S1.2, "Navigation"; S3.3.1). Opening a view of swaps or on-ramp while that
 * feature is disabled throws an error that says why. The router can't check views before the modal's code is loaded, so the modal
 * itself checks the first view.
 */
export class RouterController extends Controller<RouterState, RouterEvents> {
  readonly #connected: () => boolean
  readonly #whyOff: (view: View) => LatchkeyError | undefined

  constructor(deps: {
    /** Returns whether an account of the active family is connected. */
    connected: () => boolean
    /** Returns the error to throw for a view that the host's options disable. */
    whyOff?: ((view: View) => LatchkeyError | undefined) | undefined
    log?: Pick<Logger, 'error'> | undefined
  }) {
    super({ view: 'Connect', history: ['Connect'], data: undefined, transactionStack: [] }, deps.log)
    this.#connected = deps.connected
    this.#whyOff = deps.whyOff ?? (() => undefined)
  }

  /** Opens a view. Does nothing if the view is already shown. Without `data`, clears the previous data. */
  push(view: View, data?: RouterData): void {
    this.check(view)
    if (view !== this.state.view) this.patch({ view, data, history: [...this.state.history, view] })
  }

  /** Replaces the last entry of the history. Does nothing if this entry is the same view. */
  replace(view: View, data?: RouterData): void {
    this.check(view)
    const { history } = this.state
    if (history.at(-1) !== view) this.patch({ view, data, history: [...history.slice(0, -1), view] })
  }

  /** Restarts the history with one view. */
  override reset(view: View = 'Connect', data?: RouterData): void {
    this.check(view)
    const { history } = this.state
    this.patch({ view, data, history: history.length === 1 && history[0] === view ? history : [view] })
  }

  /**
   * Goes back one view. If there is no earlier view, emits `emptied`. Removes the wallet from the data, and doesn't restore
   * earlier data.
   */
  goBack(): void {
    const last = this.state.history.length - 1
    if (last > 0) {
      this.goBackToIndex(last - 1)
      return
    }
    this.patch({ data: withoutWallet(this.state.data) })
    this.emit('emptied')
  }

  /**
   * Goes back to an entry of the history, counted from 0. If the entry is Connect and an account is connected, shows Account, but
   * keeps Connect in the history.
   */
  goBackToIndex(index: number): void {
    const history = this.state.history.slice(0, index + 1)
    const last = history.at(-1)
    if (!(index >= 0) || !last || history.length === this.state.history.length) return
    const view = last === 'Connect' && this.#connected() ? 'Account' : last
    this.patch({ view, history, data: withoutWallet(this.state.data) })
  }

  /** Records that the current view has sent a transaction to the wallet. */
  pushTransactionStack(entry: TransactionEntry): void {
    const { view, transactionStack } = this.state
    this.patch({ transactionStack: [...transactionStack, { ...entry, view }] })
  }

  /**
   * Ends the newest transaction and calls its callback for the outcome. After a failure or a refusal of a transaction without
   * `stay`, also goes back to the previous view. If the visitor has left the view or closed the modal, only ends the transaction
   * (S3.3.1).
   */
  popTransactionStack(outcome: 'success' | 'error' | 'cancel'): void {
    const { view, transactionStack } = this.state
    const entry = transactionStack.at(-1)
    this.batch(() => {
      this.patch({ transactionStack: transactionStack.slice(0, -1) })
      if (entry?.view !== view) return
      if (outcome === 'success') entry.onSuccess?.()
      else {
        ;(outcome === 'error' ? entry.onError : entry.onCancel)?.()
        if (!entry.stay) this.goBack()
      }
    })
  }

  /**
   * Checks that the view's feature is enabled, if this feature is swaps or on-ramp.
   * @throws The error that says why the feature is disabled.
   */
  check(view: View): void {
    const off = this.#whyOff(view)
    if (off) throw off
  }
}

function withoutWallet(data: RouterData | undefined): RouterData | undefined {
  return data?.wallet ? { ...data, wallet: undefined } : data
}
