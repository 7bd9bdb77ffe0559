import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeTo } from '../support/wallet-device.ts'
import type { RunningWalletService } from '../support/wallet-service.ts'
import { enterCode } from './frame-answers.ts'
import type { FrameHost } from './frame-host.ts'

interface Answer {
  readonly type: string
  readonly payload?: Record<string, unknown> | string
}
interface Host {
  send(type: string, payload?: object): string
  answer(id: string): Promise<Answer>
  ask(type: string, payload?: object): Promise<Answer>
  show(shown: boolean): void
  readonly heard: readonly { readonly data: { readonly id?: string; readonly type: string } }[]
}
declare const wallet: Host

export const ask = (page: Page, type: string, payload?: object) =>
  page.evaluate(([name, body]) => wallet.ask(name as string, body as object), [type, payload] as const)

const send = (page: Page, type: string, payload?: object) =>
  page.evaluate(([name, body]) => wallet.send(name as string, body as object), [type, payload] as const)

export const rpc = (page: Page, method: string, params: unknown) =>
  send(page, 'RPC_REQUEST', { method, params })

export const answerTo = (page: Page, id: string) => page.evaluate((one) => wallet.answer(one), id)

export const isAnswered = (page: Page, id: string) =>
  page.evaluate((one) => wallet.heard.some(({ data }) => data.id === one), id)

const showFrame = (page: Page, shown: boolean) => page.evaluate((one) => wallet.show(one), shown)

/** A visitor who is logged in and sees the frame in a page. */
export interface FrameGuest {
  readonly page: Page
  readonly frame: Frame
  readonly email: string
  /** The address of the account on eip155. */
  readonly address: `0x${string}`
  /** The address of the account on solana. */
  readonly pubkey: string
}

export interface FrameVisit {
  readonly browser: Browser
  readonly host: Pick<FrameHost, 'origin'>
  readonly service: RunningWalletService
  readonly context?: BrowserContext
  /** The path of the page. Default: the page with the frame. */
  readonly path?: string
}

/** Opens a page of the host, and waits until its frame is ready. */
async function visitFrame({ browser, host, service, context, path = '/' }: FrameVisit): Promise<Page> {
  const page = await (context ?? (await browser.newContext())).newPage()
  await page.goto(`${host.origin}${path}?wallet=${encodeURIComponent(service.url)}`)
  await page.waitForFunction(() => wallet.heard.some(({ data }) => data.type === '@w3m-frame/READY'))
  return page
}

const frameIn = (page: Page, { service }: Pick<FrameVisit, 'service'>): Frame =>
  page.frames().find((frame) => frame.url().startsWith(service.url))!

/** Logs in with a new email address. The visitor enters the mailed code in the frame. */
async function logInFrame(page: Page, visit: Pick<FrameVisit, 'service'>): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`
  const login = await send(page, 'CONNECT_EMAIL', { email })
  await showFrame(page, true)
  await enterCode(frameIn(page, visit), await codeTo({ mailbox: visit.service.mailbox, email }))
  expect((await answerTo(page, login)).type).toBe('@w3m-frame/CONNECT_EMAIL_SUCCESS')
  await showFrame(page, false)
  return email
}

/** Opens a page for a visitor who has logged in and sees the frame. */
export async function frameGuest(
  visit: FrameVisit,
  chains: { readonly eip155: string | number; readonly solana?: string },
): Promise<FrameGuest> {
  const page = await visitFrame(visit)
  const email = await logInFrame(page, visit)
  const addressOn = async (chainId: string | number) =>
    ((await ask(page, 'GET_USER', { chainId })).payload as { readonly address: string }).address
  const pubkey = chains.solana === undefined ? '' : await addressOn(chains.solana)
  const address = (await addressOn(chains.eip155)) as `0x${string}`
  await showFrame(page, true)
  return { page, frame: frameIn(page, visit), email, address, pubkey }
}
