import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Latchkey } from 'latchkey'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cutWords } from '../support/cut-words.ts'
import { sceneViews } from '../ui/scenes.ts'
import { lookTurns, wantsAll } from './look-turns.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = new URL('../../test-results/modal/', import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const screens = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

interface Demo {
  readonly latchkey: Latchkey
}
interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** The views that `modal-catalogue.test.ts` checks. */
export const catalogueViews = ['Downloads', 'GetWallet', 'WhatIsANetwork', 'WhatIsAWallet'] as const

/** The views that `modal-account.test.ts` checks. */
export const accountViews = [
  'ChooseAccountName',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'Transactions',
  'WalletCompatibleNetworks',
  'WalletNft',
  'WalletReceive',
  'WalletSend',
  'WalletSendPreview',
  'WalletSendSelectToken',
  'WalletSent',
] as const

/** The views that `modal-swap.test.ts` checks. */
export const swapViews = ['Swap', 'SwapPreview', 'SwapSelectToken'] as const

/** The views that `modal-sign-in.test.ts` checks. */
export const signInViews = ['SIWXSignMessage'] as const

/** The views that `modal-embedded-wallet.test.ts` checks. */
export const embeddedViews = [
  'ApproveTransaction',
  'ConnectWallets',
  'EmailLogin',
  'UpdateEmailWallet',
  'UpgradeEmailWallet',
] as const

/**
 * The views that `independent-wallet.test.ts` checks. With our own frame, they aren't used, because the frame asks for
 * codes itself.
 */
export const codeViews = [
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
] as const

/** The views that `modal-embedded-social.test.ts` checks. */
export const socialViews = ['ConnectingFarcaster', 'ConnectingSocial', 'ConnectSocials'] as const
/** The views that `modal-smart-account.test.ts` checks. */
export const smartAccountViews = ['AccountSettings'] as const

/** The views that `modal-buy.test.ts` checks. */
export const buyViews = [
  'BuyInProgress',
  'OnRampActivity',
  'OnRampFiatSelect',
  'OnRampProviders',
  'OnRampTokenSelect',
  'WhatIsABuy',
] as const
/** The views that `modal-smart-sessions.test.ts` checks. */
export const sessionViews = ['SmartSessionCreated', 'SmartSessionList'] as const

/**
 * The views and steps that were checked in one test file. Stored by file, because a worker keeps this module for its
 * next files.
 */
interface Looked {
  /** The names of the views. */
  readonly views: Set<string>
  /** The steps that axe has checked. */
  readonly judged: Set<string>
}
const byFile = new Map<string, Looked>()

function looked(): Looked {
  const file = expect.getState().testPath ?? ''
  const found = byFile.get(file) ?? { views: new Set(), judged: new Set() }
  byFile.set(file, found)
  return found
}

/** Returns the names of the views that this file has checked so far. */
export const seenViews = (): ReadonlySet<string> => looked().views

type Look = readonly [screen: keyof typeof screens, mode: 'dark' | 'light']

const looks: readonly Look[] = [
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['desktop', 'light'],
  ['phone', 'dark'],
]
const turns = lookTurns<Look>()

/** Returns the looks for a page. A page on a phone is checked only in the looks of a phone. */
function looksOf(touched: boolean): readonly Look[] {
  return turns(touched ? looks.filter(([screen]) => screen === 'phone') : looks)
}

export interface LookOptions {
  /** Whether no scene of `test/ui/scenes.ts` has the view in this state, so that axe must check it here. */
  readonly own?: boolean
}

/**
 * Checks the page with axe in one look, because each check takes longer than most clicks. Skips a view that has a
 * scene, and a step that was checked before. With `LOOKS`, checks every step on desktop and phone, in dark and light
 * mode, and saves screenshots.
 */
export async function look(page: Page, name: string, { own = false }: LookOptions = {}): Promise<void> {
  const { views: seen, judged } = looked()
  const views = await page
    .locator('[data-view]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-view') ?? ''))
  for (const view of views) seen.add(view)
  const hasScene = views.length > 0 && views.every((view) => sceneViews.has(view))
  if (!wantsAll && (judged.has(name) || (hasScene && !own))) return
  judged.add(name)
  const complaints: string[] = []
  const fullPage = (await page.locator('dialog[open]').count()) === 0
  const before = page.viewportSize()
  const touched = await page.evaluate(() => matchMedia('(pointer:coarse)').matches)
  for (const [screen, mode] of looksOf(touched)) {
    if (!touched) await page.setViewportSize(screens[screen])
    await page.evaluate((one) => (globalThis as unknown as Demo).latchkey.theme.setThemeMode(one), mode)
    if (wantsAll) await page.screenshot({ path: join(folder, `${name}-${screen}-${mode}.png`), fullPage })
    for (const words of await page.evaluate(cutWords))
      complaints.push(`${name}, ${screen}, ${mode}: cut short: ${words}`)
    for (const complaint of await violations(page))
      complaints.push(`${name}, ${screen}, ${mode}: ${complaint}`)
  }
  if (before && !touched) await page.setViewportSize(before)
  await page.evaluate(() => (globalThis as unknown as Demo).latchkey.theme.setThemeMode('dark'))
  expect(complaints).toEqual([])
}

async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
  })
}
