import { chromium } from 'playwright-core'
import { realParts } from './workspace.mjs'

/** Launches a headless Chromium; undefined if there is none. */
export async function launchChromium({ v8Flags } = {}) {
  const executablePath = realParts().find(({ name }) => name.startsWith('Chromium')).found
  if (!executablePath) return undefined
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...(v8Flags ? [`--js-flags=${v8Flags}`] : []),
    ],
  })
}
