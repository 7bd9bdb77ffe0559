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
  /** A call of the client failed. At most 5 in any 60 s; what the visitor or the host cancelled is no failure. */
  reported: LatchkeyError
}

/**
 * Alerts for the host's developers, and the failures that they may want to hear of. Specification 2, section 8; facts 3.11
 * and 8.1.
 */
export class AlertController extends Controller<AlertState, AlertEvents> {
  readonly #debug: () => boolean
  readonly #log: Pick<Logger, 'error'>
  readonly #raised = new Set<AlertKey>()

  constructor(deps: {
    /** Whether alerts are shown on the page; they are logged in any case. */
    debug: () => boolean
    log: Pick<Logger, 'error'>
  }) {
    super({ open: false, shortMessage: '', longMessage: '', variant: 'info' }, deps.log)
    this.#debug = deps.debug
    this.#log = deps.log
  }

  /** Logs the long text, and shows the alert when debugging is on. */
  open(text: { shortMessage: string; longMessage?: string | undefined }, variant: AlertVariant): void {
    const { shortMessage, longMessage = '' } = text
    if (longMessage) this.#log.error(longMessage)
    if (this.#debug()) this.patch({ open: true, shortMessage, longMessage, variant })
  }

  /** Opens an alert of the catalogue, whose texts are loaded for it; with `once`, only the first time. */
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

  /** Says something to the host's developers, in the log alone. */
  note(text: string): void {
    this.#log.error(text)
  }

  /** Tells whoever listens of a failure; nothing is shown. */
  report(error: LatchkeyError): void {
    this.emit('reported', error)
  }

  close(): void {
    this.reset()
  }
}
