import { throwIfAborted } from '../../core/async/abort.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { Page, ParentPage, Unsubscribe } from '../../ports.ts'

/** The Safe Apps methods that this code calls: `Methods` in https://github.com/safe-global/safe-apps-sdk (MIT). */
export type SafeMethod =
  | 'getSafeInfo'
  | 'sendTransactions'
  | 'getTxBySafeTxHash'
  | 'signMessage'
  | 'signTypedMessage'
  | 'getOffChainSignature'
  | 'rpcCall'

/** The version of the protocol that we send. A Safe answers with its own version, 1 or later. */
const sdkVersion = '9.1.0'

/** Returns an EIP-1193 provider error. */
export function providerError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/**
 * Sends messages to the Safe in the parent page, and reads its answers. Accepts messages only from the parent page, and only
 * from the expected origin. Listens only while a request is pending.
 */
export class SafeMessages {
  readonly #page: Pick<Page, 'listen'>
  readonly #parent: ParentPage
  readonly #origin: string
  readonly #open = new Map<string, (answer: Readonly<Record<string, unknown>>) => void>()
  #stop: Unsubscribe | undefined

  constructor(page: Pick<Page, 'listen'>, parent: ParentPage, origin: string) {
    this.#page = page
    this.#parent = parent
    this.#origin = origin
  }

  /** Sends a request once, and resolves with the Safe's answer. Rejects if the signal aborts. */
  async ask(method: SafeMethod, params: unknown, signal: AbortSignal): Promise<unknown> {
    throwIfAborted(signal)
    const random = crypto.getRandomValues(new Uint8Array(16))
    const id = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    let leave = () => {}
    try {
      return await new Promise((resolve, reject) => {
        leave = () => reject(providerError(4900, 'The Safe connection was closed'))
        signal.addEventListener('abort', leave)
        this.#open.set(id, ({ success, data, error }) =>
          success === true ? resolve(data) : reject(refusal(error)),
        )
        this.#stop ??= this.#page.listen('message', (event) => this.#hear(event))
        this.#parent.post({ id, method, params, env: { sdkVersion } }, this.#origin)
      })
    } finally {
      signal.removeEventListener('abort', leave)
      this.#open.delete(id)
      if (this.#open.size === 0) {
        this.#stop?.()
        this.#stop = undefined
      }
    }
  }

  #hear(event: Event): void {
    const { origin, data } = event as MessageEvent<unknown>
    if (!this.#parent.sent(event) || origin !== this.#origin || !isObject(data)) return
    const { id, version } = data
    if (typeof id === 'string' && Number.parseInt(String(version), 10) >= 1) this.#open.get(id)?.(data)
  }
}

/** Converts an error of the Safe. The error has no code, so only its text can show that the owner closed the Safe's dialog. */
function refusal(error: unknown): Error {
  const message = typeof error === 'string' ? error.slice(0, 500) : 'The Safe declined'
  return providerError(/reject|cancel/i.test(message) ? 4001 : -32603, message)
}
