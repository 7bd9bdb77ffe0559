import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'
import type { RouterData, View } from './views.ts'

export interface RouterState {
  readonly view: View
  /** Never empty; its last entry is the view, but for Account standing in for Connect (`goBackToIndex`). */
  readonly history: readonly View[]
  readonly data: RouterData | undefined
  /** What waits for a wallet, the newest last. */
  readonly transactionStack: readonly (TransactionEntry & { readonly view: View })[]
}

/** What to do once a transaction has an outcome. Specification 1, section 3, "Router". */
export interface TransactionEntry {
  readonly onSuccess?: (() => void) | undefined
  readonly onError?: (() => void) | undefined
  readonly onCancel?: (() => void) | undefined
}

export interface RouterEvents {
  /** Going back was asked for and there is nothing to go back to. */
  emptied: undefined
}

/**
 * Where the visitor is, and how they came there. A view of a feature that is off is refused, with the reason: what the visitor
 * would see instead is nothing that the caller asked for. Specification 1, section 2, "Navigation"; facts 3.1.
 */
export class RouterController extends Controller<RouterState, RouterEvents> {
  readonly #connected: () => boolean
  readonly #whyOff: (view: View) => LatchkeyError | undefined

  constructor(deps: {
    /** Whether the visitor has an address on the active family. */
    connected: () => boolean
    /** Why the host's options leave nothing to show in it. */
    whyOff?: ((view: View) => LatchkeyError | undefined) | undefined
    log?: Pick<Logger, 'error'> | undefined
  }) {
    super({ view: 'Connect', history: ['Connect'], data: undefined, transactionStack: [] }, deps.log)
    this.#connected = deps.connected
    this.#whyOff = deps.whyOff ?? (() => undefined)
  }

  /** Ignored, data included, when the view is shown already. Without data, earlier data is gone. */
  push(view: View, data?: RouterData): void {
    this.#check(view)
    if (view !== this.state.view) this.patch({ view, data, history: [...this.state.history, view] })
  }

  /** Takes the place of the last view. Ignored when the last entry of the history is that view. */
  replace(view: View, data?: RouterData): void {
    this.#check(view)
    const { history } = this.state
    if (history.at(-1) !== view) this.patch({ view, data, history: [...history.slice(0, -1), view] })
  }

  /** Starts over from one view. */
  override reset(view: View = 'Connect', data?: RouterData): void {
    this.#check(view)
    const { history } = this.state
    this.patch({ view, data, history: history.length === 1 && history[0] === view ? history : [view] })
  }

  /**
   * One step back; `emptied` when there is none. The wallet is cleared from the data; earlier data does not come back.
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
   * Back to an earlier entry of the history, counted from 0. Whoever comes back to Connect with an address sees
   * Account, while the history still says Connect.
   */
  goBackToIndex(index: number): void {
    const history = this.state.history.slice(0, index + 1)
    const last = history.at(-1)
    if (!(index >= 0) || !last || history.length === this.state.history.length) return
    const view = last === 'Connect' && this.#connected() ? 'Account' : last
    this.patch({ view, history, data: withoutWallet(this.state.data) })
  }

  /** A transaction goes to the wallet from the view that is shown. */
  pushTransactionStack(entry: TransactionEntry): void {
    const { view, transactionStack } = this.state
    this.patch({ transactionStack: [...transactionStack, { ...entry, view }] })
  }

  /**
   * The newest transaction has an outcome: its callback runs, and without success the view is left. Neither happens to a
   * visitor who has gone to another view since, or has closed the modal. Facts 3.1.
   */
  popTransactionStack(outcome: 'success' | 'error' | 'cancel'): void {
    const { view, transactionStack } = this.state
    const entry = transactionStack.at(-1)
    this.patch({ transactionStack: transactionStack.slice(0, -1) })
    if (entry?.view !== view) return
    if (outcome === 'success') entry.onSuccess?.()
    else {
      ;(outcome === 'error' ? entry.onError : entry.onCancel)?.()
      this.goBack()
    }
  }

  #check(view: View): void {
    const off = this.#whyOff(view)
    if (off) throw off
  }
}

function withoutWallet(data: RouterData | undefined): RouterData | undefined {
  return data?.wallet ? { ...data, wallet: undefined } : data
}
