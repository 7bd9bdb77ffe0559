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

/** The views that `modal-catalogue` looks at. */
export const catalogueViews = ['Downloads', 'GetWallet', 'WhatIsANetwork', 'WhatIsAWallet'] as const

/** The views that `modal-account` looks at. */
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

/** The views that `modal-swap` looks at. */
export const swapViews = ['Swap', 'SwapPreview', 'SwapSelectToken'] as const

/** The views that `modal-sign-in` looks at. */
export const signInViews = ['SIWXSignMessage'] as const

/** The views that `modal-embedded-wallet` looks at. */
export const embeddedViews = [
  'ApproveTransaction',
  'ConnectWallets',
  'EmailLogin',
  'UpdateEmailWallet',
  'UpgradeEmailWallet',
] as const

/** The views that `independent-wallet` looks at: our own frame asks for codes itself. */
export const codeViews = [
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
] as const

/** The views that `modal-embedded-social` looks at. */
export const socialViews = ['ConnectingFarcaster', 'ConnectingSocial', 'ConnectSocials'] as const
/** The views that `modal-smart-account` looks at. */
export const smartAccountViews = ['AccountSettings'] as const

/** The views that `modal-buy` looks at. */
export const buyViews = [
  'BuyInProgress',
  'OnRampActivity',
  'OnRampFiatSelect',
  'OnRampProviders',
  'OnRampTokenSelect',
  'WhatIsABuy',
] as const
/** The views that `modal-smart-sessions` looks at. */
export const sessionViews = ['SmartSessionCreated', 'SmartSessionList'] as const

/** The views and steps checked in one test file. A worker keeps this module for its next files. */
interface Looked {
  /** The views, by their names in the modal. */
  readonly views: Set<string>
  /** The steps that axe has judged. */
  readonly judged: Set<string>
}
const byFile = new Map<string, Looked>()

function looked(): Looked {
  const file = expect.getState().testPath ?? ''
  const found = byFile.get(file) ?? { views: new Set(), judged: new Set() }
  byFile.set(file, found)
  return found
}

/** The views that this file has looked at so far, by their names in the modal. */
export const seenViews = (): ReadonlySet<string> => looked().views

type Look = readonly [screen: keyof typeof screens, mode: 'dark' | 'light']

const looks: readonly Look[] = [
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['desktop', 'light'],
  ['phone', 'dark'],
]
const turns = lookTurns<Look>()

/** A phone's page is judged as a phone's page only. */
function looksOf(touched: boolean): readonly Look[] {
  return turns(touched ? looks.filter(([screen]) => screen === 'phone') : looks)
}

export interface LookOptions {
  /** No scene of `test/ui/scenes.ts` has the view in this state. */
  readonly own?: boolean
}

/**
 * Has axe judge the page in one look, since each takes longer than most clicks. A view that has a scene is judged there, and a
 * step that comes again was judged before. With `LOOKS`, axe judges every step on desktop and phone, dark and light, and there
 * are pictures of it.
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
