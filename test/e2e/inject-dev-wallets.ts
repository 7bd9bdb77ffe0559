import type { Devnet } from 'latchkey/devnet'
import {
  type DevWalletId,
  type DevWallets,
  devWallets,
  type InjectedWallet,
  injectedWallets,
} from 'latchkey/testing'
import type { Page } from 'playwright-core'

export interface DevWalletsOfPage {
  readonly wallets: DevWallets
  /** Returns how often a wallet has prompted. */
  prompts(wallet: DevWalletId): number
}

/** Injects a wallet of each kind into a page. The keys stay in this process. */
export async function injectDevWallets(
  page: Page,
  devnet: Pick<Devnet, 'networks' | 'accounts'>,
  only?: readonly DevWalletId[],
): Promise<DevWalletsOfPage> {
  const asked: Partial<Record<DevWalletId, number>> = {}
  const wallets = devWallets(devnet, {
    approve: async (id) => {
      asked[id as DevWalletId] = (asked[id as DevWalletId] ?? 0) + 1
    },
  })
  await injectWallets(
    page,
    Object.values(wallets).filter(({ id }) => only?.includes(id as DevWalletId) ?? true),
  )
  return { wallets, prompts: (id) => asked[id] ?? 0 }
}

/** Injects wallets into a page, and forwards the wallets' events to the page. */
export async function injectWallets(page: Page, wallets: readonly InjectedWallet[]): Promise<void> {
  const injected = injectedWallets(wallets)
  await page.exposeFunction('latchkeyWallets', injected.call)
  await page.addInitScript({ content: injected.script({ kind: 'function', name: 'latchkeyWallets' }) })
  const news: string[] = []
  // Events that are emitted together also arrive together.
  const flush = () => {
    const texts = news.splice(0)
    page
      .evaluate((all) => {
        const { latchkeyTestWallets: wallets } = globalThis as unknown as {
          latchkeyTestWallets?: { deliver(text: string): void }
        }
        for (const text of all) wallets?.deliver(text)
      }, texts)
      // A page that is closing receives no more events.
      .catch(() => {})
  }
  const stop = injected.subscribe((text) => {
    if (news.push(text) === 1) queueMicrotask(flush)
  })
  page.once('close', stop)
}
