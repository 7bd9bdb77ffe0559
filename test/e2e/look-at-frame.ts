import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookTurns, wantsAll } from './look-turns.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = new URL('../../test-results/embedded-wallet/', import.meta.url).pathname
mkdirSync(folder, { recursive: true })

const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
}

type Look = readonly [screen: keyof typeof screens, mode: 'dark' | 'light']

const looks: readonly Look[] = [
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['small', 'dark'],
  ['desktop', 'light'],
  ['phone', 'dark'],
  ['small', 'light'],
]
const turns = lookTurns<Look>()

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** The background colors of the wallet's own page: `--n0` in app.css. */
const backgrounds = { dark: 'rgb(23, 24, 27)', light: 'rgb(255, 255, 255)' } as const

/** Runs axe inside the frame on desktop and phones, in dark and light mode. With `LOOKS`, saves screenshots. */
export async function lookAtFrame(
  page: Page,
  frame: Frame,
  name: string,
  showMode: (mode: 'dark' | 'light') => Promise<unknown>,
): Promise<void> {
  const complaints: string[] = []
  const before = page.viewportSize()
  for (const [screen, mode] of turns(looks)) {
    await page.setViewportSize(screens[screen])
    await showMode(mode)
    if (frame === page.mainFrame())
      await expect
        .poll(() => frame.evaluate(() => getComputedStyle(document.body).backgroundColor), {
          message: `the page is ${mode}`,
        })
        .toBe(backgrounds[mode])
    if (wantsAll) await page.screenshot({ path: join(folder, `${name}-${screen}-${mode}.png`) })
    const wide = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (wide) complaints.push(`${screen}: it is wider than its frame`)
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe)
    const found = await frame.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
      )
    })
    complaints.push(...found.map((one) => `${name}, ${screen}, ${mode}: ${one}`))
  }
  if (before) await page.setViewportSize(before)
  // Chromium ignores clicks in a frame that has moved less than half a second ago.
  if (frame !== page.mainFrame()) await page.waitForTimeout(700)
  expect(complaints).toEqual([])
}
