import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Latchkey } from 'latchkey'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

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

/** Takes the page's picture on desktop and phone, dark and light; axe judges each screen and each mode once. */
export async function look(page: Page, name: string): Promise<void> {
  const complaints: string[] = []
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.evaluate(
        (mode) => (globalThis as unknown as Demo).latchkey.theme.setThemeMode(mode),
        colorScheme,
      )
      await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.png`) })
      if ((screen === 'desktop') !== (colorScheme === 'dark')) continue
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, {
          resultTypes: ['violations'],
          // A page behind a modal dialog is inert: its banner is none then, which axe does not see.
        })
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
        )
      })
      complaints.push(...found.map((text) => `${name}, ${screen}, ${colorScheme}: ${text}`))
    }
  }
  await page.setViewportSize(screens.desktop)
  await page.evaluate(() => (globalThis as unknown as Demo).latchkey.theme.setThemeMode('dark'))
  expect(complaints).toEqual([])
}
