import type { Clock } from '../../ports.ts'
import { ProviderError, userRejected } from '../../wallets/provider-error.ts'
import type { Intercept, WalletRequest } from '../../wallets/wallet-request.ts'

/**
 * What the wallet does with one request.
 * - `approve` answers normally. `reject` rejects as the user would (4001).
 * - `never` doesn't answer. `locked` fails with 4100. `pending` fails because another prompt is open (-32002).
 * - `disconnect` loses all networks during the request (4900).
 * - `delay` (ms) and `until` answer normally, but later. `moveTo` first switches network, as the user would.
 * - `answer` returns this value, valid or not. `error` fails with this error.
 */
export type WalletStep =
  | 'approve'
  | 'reject'
  | 'never'
  | 'locked'
  | 'pending'
  | 'disconnect'
  | { readonly delay: number }
  | { readonly until: Promise<unknown> }
  | { readonly moveTo: string | number }
  | { readonly answer: unknown | ((request: WalletRequest) => unknown) }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Decides a wallet's answers, and lists its requests. */
export interface WalletScript {
  /**
   * Adds steps for the next requests of this method, one step per request. After these requests,
   * the method's usual step applies.
   */
  next(method: string, ...steps: WalletStep[]): void
  /** Sets the usual step for this method. At the start, it is `approve`. */
  always(method: string, step: WalletStep): void
  /** Removes all steps. */
  clear(): void
  /** All requests that arrived, oldest first. */
  readonly requests: readonly WalletRequest[]
  /** Returns the number of requests of a method. Without a method, returns the number of all requests. */
  count(method?: string): number
  /** Clears the list of requests. */
  clearRequests(): void
}

/** What a script can make its wallet do. */
export interface ScriptActions {
  readonly clock: Clock
  moveTo(network: string | number): void
  /** Tells the page that the connection is lost, in the way of the wallet's family. */
  loseConnection(error: ProviderError): void
}

export interface RunningScript extends WalletScript {
  readonly run: Intercept
}

export function walletScript({ clock, moveTo, loseConnection }: ScriptActions): RunningScript {
  const requests: WalletRequest[] = []
  const queued = new Map<string, WalletStep[]>()
  const standing = new Map<string, WalletStep>()

  return {
    requests,
    next: (method, ...steps) => void queued.set(method, [...(queued.get(method) ?? []), ...steps]),
    always: (method, step) => void standing.set(method, step),
    clear() {
      queued.clear()
      standing.clear()
    },
    count: (method) =>
      method === undefined ? requests.length : requests.filter((each) => each.method === method).length,
    clearRequests: () => void requests.splice(0),

    async run(request, honest) {
      requests.push(request)
      const step = queued.get(request.method)?.shift() ?? standing.get(request.method) ?? 'approve'
      if (step === 'approve') return honest()
      if (step === 'reject') throw userRejected()
      if (step === 'never') return new Promise(() => {})
      if (step === 'locked') throw new ProviderError(4100, 'The wallet is locked.')
      if (step === 'pending')
        throw new ProviderError(-32002, `Request of type '${request.method}' already pending.`)
      if (step === 'disconnect') {
        const error = new ProviderError(4900, 'The wallet is disconnected from all chains.')
        loseConnection(error)
        throw error
      }
      if ('error' in step) throw new ProviderError(step.error.code, step.error.message, step.error.data)
      if ('answer' in step) return typeof step.answer === 'function' ? step.answer(request) : step.answer
      if ('moveTo' in step) moveTo(step.moveTo)
      if ('delay' in step) await new Promise<void>((resolve) => clock.after(step.delay, resolve))
      if ('until' in step) await step.until
      return honest()
    },
  }
}
