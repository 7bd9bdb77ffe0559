import type { Unsubscribe } from '../../ports.ts'
import { offlineSigners } from '../../wallets/cosmos/offline-signer.ts'
import type { InjectedWallet } from './injected-wallet.ts'
import { injectWallets } from './page-script.ts'
import type { WalletBridge, WalletShape } from './shape.ts'
import { injectedTargets } from './targets.ts'
import { pack, unpack } from './wire.ts'

/** Wallets in this process that pages use like browser extensions. */
export interface InjectedWallets {
  /** Returns the script that must run in a page before the page's own scripts. */
  script(bridge: WalletBridge): string
  /** Answers one call of a page. If the wallet throws, the answer contains the error. */
  call(text: string): Promise<string>
  /**
   * Passes each event of the wallets to `deliver`. Your function must pass the event on to `latchkeyTestWallets.deliver` in the
   * page.
   */
  subscribe(deliver: (text: string) => void): Unsubscribe
}

interface WalletEvent {
  readonly number: number
  readonly target: string
  readonly event: string
  readonly payload: unknown
}

/** The maximum number of stored events. A page gets them with its next call. */
const maxEvents = 1000

/**
 * Makes wallets of this process available to pages, through a function that a browser driver adds to the page, or over HTTP
 * from the page's own server.
 *
 * @example
 * const wallets = injectedWallets([{ id: 'one', name: 'One', icon, solana: { wallet: createSolanaWallet({ … }) } }])
 * await page.exposeFunction('wallets', wallets.call)
 * await page.addInitScript({ content: wallets.script({ kind: 'function', name: 'wallets' }) })
 */
export function injectedWallets(wallets: readonly InjectedWallet[]): InjectedWallets {
  const subscribers = new Set<(text: string) => void>()
  let events: readonly WalletEvent[] = []
  let number = 0
  const tell = (target: string, event: string, payload: unknown) => {
    const plain = payload instanceof Error ? { ...payload, message: payload.message } : payload
    const news = { number: ++number, target, event, payload: plain }
    events = [...events, news].slice(-maxEvents)
    for (const deliver of subscribers) deliver(pack([news]))
  }
  const targets = new Map(
    wallets.flatMap((wallet) => injectedTargets(wallet, tell)).map((target) => [target.shape.target, target]),
  )
  const shapes: readonly WalletShape[] = [...targets.values()].map(({ shape }) => shape)

  return {
    script: (bridge) =>
      `(${injectWallets})(${JSON.stringify(shapes)}, ${JSON.stringify(bridge)}, ${offlineSigners})`,
    async call(text) {
      const {
        target,
        path,
        args,
        heard = number,
      } = unpack(text) as {
        readonly target: string
        readonly path: string
        readonly args: readonly unknown[]
        readonly heard?: number
      }
      const answer = await Promise.resolve()
        .then(() => targets.get(target)?.call(path, args))
        .then((result) => ({ result }), failure)
      return pack({ ...answer, events: events.filter((event) => event.number > heard) })
    },
    subscribe(deliver) {
      subscribers.add(deliver)
      return () => void subscribers.delete(deliver)
    },
  }
}

/** Returns the fields of an Error. Returns any other thrown value unchanged, because some wallets throw plain objects. */
function failure(error: unknown) {
  if (!(error instanceof Error)) return { thrown: error }
  return { error: { ...error, message: error.message } }
}
