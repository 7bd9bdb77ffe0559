import type { AlertKey } from '../../core/errors/alerts.ts'
import { type ErrorValues, fillMessage, type LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Logger } from '../../ports.ts'
import { Controller } from '../base/controller.ts'

export type AlertVariant = 'info' | 'success' | 'warning' | 'error'

export interface AlertState {
  readonly open: boolean
  readonly shortMessage: string
  readonly longMessage: string
  readonly variant: AlertVariant
}

export interface AlertEvents {
  /** A call of the client failed. Emitted at most 5 times in 60 s. Not emitted for cancellations (`flow/*`). */
  reported: LatchkeyError
}

/** Shows alerts to the host's developers, and reports failed calls to listeners (S2.8, S3.3.11, S3.8.1). */
export class AlertController extends Controller<AlertState, AlertEvents> {
  readonly #debug: () => boolean
  readonly #log: Pick<Logger, 'error'>
  readonly #raised = new Set<AlertKey>()

  constructor(deps: {
    /** Returns whether to show alerts on the page. Alerts are always logged. */
    debug: () => boolean
    log: Pick<Logger, 'error'>
  }) {
    super({ open: false, shortMessage: '', longMessage: '', variant: 'info' }, deps.log)
    this.#debug = deps.debug
    this.#log = deps.log
  }

  /** Logs the long message. In debug mode, also shows the alert. */
  open(text: { shortMessage: string; longMessage?: string | undefined }, variant: AlertVariant): void {
    const { shortMessage, longMessage = '' } = text
    if (longMessage) this.#log.error(longMessage)
    if (this.#debug()) this.patch({ open: true, shortMessage, longMessage, variant })
  }

  /** Loads the texts of the alert with this key, and calls `open`. With `once`, does nothing if the alert was raised before. */
  async raise(
    key: AlertKey,
    options: { values?: ErrorValues; variant?: AlertVariant; once?: boolean } = {},
  ): Promise<void> {
    if (options.once && this.#raised.has(key)) return
    this.#raised.add(key)
    try {
      const { short, long } = (await import('../../core/errors/alerts.ts')).alerts[key]
      const text = { shortMessage: short, longMessage: fillMessage(long, options.values ?? {}) }
      this.open(text, options.variant ?? 'error')
    } catch (error) {
      this.#log.error(`No text for the alert ${key}`, error)
    }
  }

  /** Logs a message for the host's developers without showing an alert. */
  note(text: string): void {
    this.#log.error(text)
  }

  /** Emits `reported`. Shows no alert. */
  report(error: LatchkeyError): void {
    this.emit('reported', error)
  }

  close(): void {
    this.reset()
  }
}
