import { randomBytes } from 'node:crypto'
import type { ChainNetwork, ConnectorFactory, Latchkey, Page as Surroundings } from 'latchkey'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { chromiumProgram, launchChromium } from '../embedded/chromium.ts'
import { serveHostPage } from '../embedded/host-page.ts'
import { pageFrames } from '../embedded/page-frames.ts'
import { walletPage } from '../embedded/wallet-page.ts'
import type { Family } from '../families/families.ts'
import { requirePackages } from '../families/peers.ts'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'

/** The embedded wallet of a check. It has a service in memory, a mailbox, and a frame in Chromium, in which the check clicks. */
export interface EmbeddedPeer {
  readonly connector: ConnectorFactory
  readonly page: Surroundings
  /** Logs in as a new visitor with a mailed code. From then on, approves every request. */
  connect(client: Latchkey, signal: AbortSignal): Promise<void>
  /** Asks the frame for its accounts, without the library. There are none before the login. */
  accountsOf(network: ChainNetwork): Promise<readonly string[]>
  stop(): Promise<void>
}

export const embeddedFamilies: readonly Family[] = ['eip155', 'solana']

export function requireEmbedded(family: Family): void {
  if (embeddedFamilies.includes(family)) return
  const hint = `It supports ${embeddedFamilies.join(' and ')}.`
  throw invalid('wallet', `the embedded wallet doesn't support ${family}`, hint)
}

const packages = 'playwright-core hono @hono/node-server @electric-sql/pglite nodemailer smtp-server'.split(
  ' ',
)

const visitor = 'visitor@latchkey.example'
/** The time limit for a click in the frame, in ms. */
const patience = 20_000

export function requireEmbeddedParts(env: Env): void {
  requirePackages('check of the embedded wallet', packages)
  walletPage()
  chromiumProgram(env)
}

export async function openEmbeddedPeer(
  env: Env,
  networks: readonly ChainNetwork[],
  onError: (error: unknown) => void,
): Promise<EmbeddedPeer> {
  const { embedded, serveWalletService, smtpMailer } = await import('latchkey/servers')
  const { startMailbox } = await import('latchkey/devnet')
  const { embeddedWallet } = await import('latchkey/connectors/embedded')
  const { memoryPlatform } = await import('latchkey/testing')
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const assets = walletPage()
    const browser = await launchChromium(env)
    ends.push(() => browser.close())
    const host = await serveHostPage()
    ends.push(host.close)
    const database = await embedded()
    ends.push(() => database.close())
    const mailbox = await startMailbox()
    ends.push(() => mailbox.stop())
    const mail = await smtpMailer({ url: mailbox.url, from: 'wallet@latchkey.example', name: 'Wallet' })
    ends.push(() => mail.close())
    const service = await serveWalletService({
      ...{ database, mail, assets, onError, key: randomBytes(32), now: Date.now },
      ...{ host: '127.0.0.1', port: 0 },
      config: {
        origins: [host.origin],
        networks: networks.map(({ caipNetworkId, name, nativeCurrency, rpcUrls }) => ({
          ...{ id: caipNetworkId, name, nativeCurrency },
          rpcUrl: rpcUrls.default.http[0] ?? '',
          rpcUrls: rpcUrls.default.http.slice(1),
        })),
      },
    })
    ends.push(() => service.close())
    const page = await browser.newPage()
    await page.goto(host.origin)
    const frames = await pageFrames(page)
    return {
      connector: embeddedWallet({ url: `${service.url}/sdk` }),
      page: memoryPlatform({ origin: host.origin, frames }).page,
      async connect(client, signal) {
        const wallet = client.embeddedWallet
        let answer = async (shown: Page) => {
          answer = approve
          const { text } = await mailbox.waitFor(visitor, { signal })
          await enterCode(shown, /\b\d{6}\b/.exec(text)?.[0] ?? '')
        }
        wallet.on('approvalRequested', () => {
          answer(page).catch((error) => {
            onError(error)
            wallet.abortApprovals()
          })
        })
        await wallet.logIn(visitor, { signal })
      },
      accountsOf: ({ caipNetworkId }) => page.evaluate(accountsOfFrame, String(caipNetworkId)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Approves like a visitor: opens the wallet's window if the frame asks for it, reads to the end,
 * and clicks the button.
 */
async function approve(page: Page): Promise<void> {
  await show(page, 'block')
  const card = page.frameLocator('iframe')
  const review = card.getByRole('button', { name: /^Review in / })
  const either = review.or(card.locator('button[data-gate], .stack > button:last-child')).first()
  await either.waitFor({ timeout: patience })
  if ((await review.count()) > 0) {
    const opening = page.waitForEvent('popup', { timeout: patience })
    // The browser ignores a click in a frame that has just become visible, so click again.
    for (const end = Date.now() + patience; Date.now() < end && (await review.count()) > 0; )
      await review.click({ timeout: patience }).catch(() => {})
    const popup = await opening
    const closed = popup.waitForEvent('close', { timeout: patience })
    await popup.bringToFront()
    await approveOn(popup)
    await closed
  } else await approveOn(card)
  await show(page, 'none')
}

/**
 * Clicks the button that approves. For a dangerous request, this button leads to a second button, which is clicked too. On a card
 * without a request, clicks the last button.
 */
async function approveOn(room: Page | FrameLocator): Promise<void> {
  const button = room.locator('button[data-gate=open], .stack > button:last-child')
  await readToEnd(room, button)
  const leads = (await room.locator('button[data-gate]', { hasText: 'Continue' }).count()) > 0
  await button.click({ timeout: patience })
  if (!leads) return
  const second = room.locator('button.danger[data-gate=open]')
  await readToEnd(room, second)
  await second.click({ timeout: patience })
}

/** Scrolls to the end, because the button becomes active only there. */
async function readToEnd(room: Page | FrameLocator, button: Locator): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end && (await button.count()) === 0; ) {
    // Scrolls repeatedly, because the content may still load.
    await room.locator('.content').evaluateAll((all) => {
      for (const one of all) one.scrollTo(0, one.scrollHeight)
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function enterCode(page: Page, code: string): Promise<void> {
  await show(page, 'block')
  const field = page.frameLocator('iframe').locator('#code')
  await field.fill(code, { timeout: patience })
  await field.press('Enter')
}

/** Shows the frame as the modal does, or hides it. */
function show(page: Page, display: 'block' | 'none'): Promise<void> {
  return page.evaluate((shown) => {
    const frame = document.querySelector('iframe')
    Object.assign(frame?.style ?? {}, { display: shown, inset: '0', width: '400px', height: '600px' })
    if (shown !== 'none') frame?.focus()
  }, display)
}

/** Runs in the browser. Sends the frame messages of S2.7 without the library. */
async function accountsOfFrame(chainId: string): Promise<readonly string[]> {
  const frame = document.querySelector('iframe')
  const ask = (type: string, payload?: object) =>
    new Promise<{ isConnected?: boolean; address?: string }>((resolve, reject) => {
      const id = crypto.randomUUID()
      const hear = ({ source, data }: MessageEvent) => {
        if (source !== frame?.contentWindow || data?.id !== id) return
        removeEventListener('message', hear)
        if (data.type === `@w3m-frame/${type}_SUCCESS`) resolve(data.payload)
        else reject(new Error(data.payload?.message))
      }
      addEventListener('message', hear)
      const to = new URL(frame?.src ?? '').origin
      frame?.contentWindow?.postMessage({ type: `@w3m-app/${type}`, id, ...(payload && { payload }) }, to)
    })
  if (!frame) return []
  const { isConnected } = await ask('IS_CONNECTED')
  if (!isConnected) return []
  const { address } = await ask('GET_USER', { chainId })
  return address === undefined ? [] : [address]
}
