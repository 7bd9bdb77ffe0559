import {
  type DevWalletId,
  type DevWallets,
  type DevWorld,
  devWallets,
  injectedWallets,
} from 'latchkey/testing'
import { ProviderError } from '../../src/wallets/provider-error.ts'

/** The window of a simulated page, with a development wallet of each kind. */
export interface DevPage {
  readonly window: EventTarget & Readonly<Record<string, unknown>>
  readonly wallets: DevWallets
  /** Returns the wallet's prompts, oldest first. */
  asked(wallet: DevWalletId): readonly string[]
  /** Makes the wallet reject its next prompt. */
  refuseNext(wallet: DevWalletId): void
}

/**
 * Injects the development wallets into a page with the script that `npm start` uses. In a test with jsdom, the page is
 * jsdom's window, so libraries find the wallets by the usual events.
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
