import { displayMessage } from '../../core/errors/latchkey-error.ts'
import { snackbar } from '../../core/limits.ts'
import type { Clock, Logger, Unsubscribe } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

export interface SnackbarState {
  readonly message: string
  /** What the message is about, for whoever says it in another language. */
  readonly error?: unknown
  readonly variant: 'success' | 'error' | 'loading'
  /** Instead of the variant's own sign: the name of an icon of the modal, and a CSS colour. */
  readonly svg: { readonly icon: string; readonly iconColor?: string | undefined } | undefined
  readonly open: boolean
  readonly autoClose: boolean
}

/** One short message to the visitor at a time, the newest. Specification 1, section 4, "Snackbar"; facts 3.11. */
export class SnackbarController extends Controller<SnackbarState> {
  readonly #clock: Pick<Clock, 'after'>
  #next: Partial<SnackbarState> | undefined
  #stop: Unsubscribe | undefined

  constructor(deps: { clock: Pick<Clock, 'after'>; log?: Pick<Logger, 'error'> | undefined }) {
    super(
      { message: '', error: undefined, variant: 'success', svg: undefined, open: false, autoClose: true },
      deps.log,
    )
    this.#clock = deps.clock
  }

  showSuccess(message: string): void {
    this.#show({ message })
  }

  /** Shows what an error says to people: see `displayMessage`. */
  showError(error: unknown): void {
    this.#show({ message: displayMessage(error), error, variant: 'error' })
  }

  /** With `autoClose: false` the message stands until another one or `hide`. */
  showLoading(message: string, options?: { autoClose?: boolean }): void {
    this.#show({ message, variant: 'loading', ...options })
  }

  /** With one of the modal's own pictures, in a colour; a name that is none of theirs shows the picture of a success. */
  showSvg(message: string, svg: NonNullable<SnackbarState['svg']>): void {
    this.#show({ message, svg })
  }

  /** Closes, forgets a message that waits to be shown, and restores the defaults. */
  hide(): void {
    this.#stop?.()
    this.#stop = this.#next = undefined
    this.reset()
  }

  #show(content: Partial<SnackbarState>): void {
    if (this.#next) {
      // Another message waits already: this one takes its place, and its time.
      this.#next = content
    } else if (this.state.open) {
      this.#stop?.()
      this.#next = content
      this.patch({ open: false })
      this.#stop = this.after(this.#clock, snackbar.reshow, () => this.#open(this.#next))
    } else {
      this.#open(content)
    }
  }

  #open(content: Partial<SnackbarState> = {}): void {
    this.#next = undefined
    this.batch(() => {
      this.reset()
      this.patch({ ...content, open: true })
    })
    if (this.state.autoClose) this.#stop = this.after(this.#clock, snackbar.autoClose, () => this.hide())
  }
}
