import { chromium } from 'playwright-core'
import { realParts } from './workspace.mjs'

/** Undefined where there is no Chromium. */
export async function launchChromium() {
  const executablePath = realParts().find(({ name }) => name.startsWith('Chromium')).found
  if (!executablePath) return undefined
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}
