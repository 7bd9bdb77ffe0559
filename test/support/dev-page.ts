import {
  type DevWalletId,
  type DevWallets,
  type DevWorld,
  devWallets,
  injectedWallets,
} from 'latchkey/testing'
import { ProviderError } from '../../src/wallets/provider-error.ts'

/** The window of a page in this process, with a wallet of every kind in it. */
export interface DevPage {
  readonly window: EventTarget & Readonly<Record<string, unknown>>
  readonly wallets: DevWallets
  /** What a wallet has asked its person, oldest first. */
  asked(wallet: DevWalletId): readonly string[]
  /** The person says no to the wallet's next question. */
  refuseNext(wallet: DevWalletId): void
}

/**
 * Puts the wallets of the local world into a page, by the script that pages of `npm start` get. It is the window of jsdom
 * where the test has one, so that libraries find them by themselves.
 */
export function devPage(world: DevWorld): DevPage {
  const asked: (readonly [wallet: string, method: string])[] = []
  const refused = new Set<string>()
  const wallets = devWallets(world, {
    async approve(id, { method }) {
      asked.push([id, method])
      if (refused.delete(id)) throw new ProviderError(4001, 'The person rejected it.')
    },
  })
  const shown = Object.values(wallets)
  const injected = injectedWallets(shown)
  const page = (globalThis.window ?? new EventTarget()) as unknown as EventTarget & Record<string, unknown>
  page.latchkeyCall = injected.call
  const script = injected.script({ kind: 'function', name: 'latchkeyCall' })
  new Function('window', script)(page)
  const { deliver } = page.latchkeyTestWallets as { deliver(text: string): void }
  injected.subscribe(deliver)
  return {
    window: page,
    wallets,
    asked: (wallet) => asked.flatMap(([id, method]) => (id === wallet ? [method] : [])),
    refuseNext: (wallet) => void refused.add(wallet),
  }
}
