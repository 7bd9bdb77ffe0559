import { displayMessage } from '../../core/errors/latchkey-error.ts'
import { snackbar } from '../../core/limits.ts'
import type { Clock, Logger, Unsubscribe } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

export interface SnackbarState {
  readonly message: string
  /** The error that the message describes. A view can use the error to translate the message. */
  readonly error?: unknown
  readonly variant: 'success' | 'error' | 'loading'
  /** The name of one of the modal's icons, and its CSS color. Replaces the icon of the variant. */
  readonly svg: { readonly icon: string; readonly iconColor?: string | undefined } | undefined
  readonly open: boolean
  readonly autoClose: boolean
}

/** Shows one short message at a time to the visitor, always the newest (S1.4, "Snackbar"; S3.3.11). */
export class SnackbarController extends Controller<SnackbarState> {
  readonly #clock: Pick<Clock, 'after'>
  #next: Partial<SnackbarState> | undefined
  #stop: Unsubscribe | undefined

  constructor(deps: { clock: Pick<Clock, 'after'>; log?: Pick<Logger, 'error'> | undefined }) {
    super({ message: '', variant: 'success', svg: undefined, open: false, autoClose: true }, deps.log)
    this.#clock = deps.clock
  }

  showSuccess(message: string): void {
    this.#show({ message })
  }

  /** Shows the error's message for visitors (see `displayMessage`). */
  showError(error: unknown): void {
    this.#show({ message: displayMessage(error), error, variant: 'error' })
  }

  /** Shows a loading message. With `autoClose: false`, the message stays until the next message or `hide`. */
  showLoading(message: string, options?: { autoClose?: boolean }): void {
    this.#show({ message, variant: 'loading', ...options })
  }

  /** Shows a message with one of the modal's icons. An unknown name shows the success icon. */
  showSvg(message: string, svg: NonNullable<SnackbarState['svg']>): void {
    this.#show({ message, svg })
  }

  /** Hides the message, drops a pending message, and restores the defaults. */
  hide(): void {
    this.#stop?.()
    this.#stop = this.#next = undefined
    this.reset()
  }

  #show(content: Partial<SnackbarState>): void {
    if (this.#next) {
      // Replace the message that already waits, and keep its timer.
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
