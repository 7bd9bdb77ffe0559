import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * What Playwright switches off, since the last list counts, and the lists below an address bar that nobody sees: each window
 * has two of them ready, which costs more than most pages.
 */
const withoutFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures}`,
]

const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder || '.', name)),
  )

/** The Chromium that `CHROMIUM` names, else one on the path; undefined when there is none. */
export const chromiumPath = [process.env.CHROMIUM, ...onPath].find((path) => path && isExecutable(path))

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
