import type { Clock } from '../../ports.ts'
import { ProviderError, userRejected } from '../../wallets/provider-error.ts'
import type { Intercept, WalletRequest } from '../../wallets/wallet-request.ts'

/**
 * What the wallet does with one request.
 * - `approve` answers as an honest wallet does; `reject` is the visitor's no (4001).
 * - `never` does not answer at all; `locked` is 4100; `pending` says that a prompt is open already (-32002).
 * - `disconnect` loses every chain in the middle of the request (4900).
 * - `delay` (ms) and `until` answer honestly, later; `moveTo` moves the wallet to another chain first, as a visitor does.
 * - `answer` says this instead, whatever it is; `error` fails with this.
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

/** How a scripted wallet is told what to do, and what it was asked. */
export interface WalletScript {
  /** For the next requests of this method, one step each; after them the method's standing step holds again. */
  next(method: string, ...steps: WalletStep[]): void
  /** For all requests of this method from now on. The first standing step is `approve`. */
  always(method: string, step: WalletStep): void
  /** Forgets every step. */
  clear(): void
  /** Every request that arrived, oldest first. */
  readonly requests: readonly WalletRequest[]
  /** How often a method arrived; without one, how many requests arrived. */
  count(method?: string): number
  /** Forgets what arrived. */
  clearRequests(): void
}

/** What the wallet behind the script can be made to do. */
export interface ScriptActions {
  readonly clock: Clock
  moveTo(network: string | number): void
  /** Tells the page that every chain is gone. */
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
