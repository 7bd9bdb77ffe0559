import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium that `CHROMIUM` names, else the system's; undefined when there is none. */
export const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && isExecutable(path),
)

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: flags })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
