import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Download } from 'playwright-core'
import { inject } from 'vitest'

/**
 * Features that cost time and that no test sees. Chromium reads the last list only, so the first ones repeat Playwright's; the
 * lists below the address bar are in each window twice, and cost more than most pages.
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
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** Storage in frames of other sites. Without partitioning, Chromium gives a frame without a permission none at all. */
const partitioning = 'ThirdPartyStoragePartitioning'

const flagsFor = (disabled: readonly string[]) => [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabled}`,
]

const onPath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder || '.', name)),
  )

/** The Chromium that `CHROMIUM` names, else one on the path; undefined when there is none. */
export const chromiumPath = [process.env.CHROMIUM, ...onPath].find((path) => path && isExecutable(path))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

let running: Promise<Browser> | undefined

/** Starts this worker's Chromium, which stays for the files that come after and ends with the worker's process. */
async function startChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: flagsFor([...withoutFeatures, partitioning]),
  })
  // After a crash the next file gets a new one.
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}

/** A Chromium of its own that partitions the storage of frames by the page's site, as browsers do by default. */
export const launchPartitioned = () =>
  chromium.launch({ executablePath: chromiumPath, args: flagsFor(withoutFeatures) })

/** This worker's Chromium. `contexts` lists those that were made here, and `close` closes them; the process stays. */
export async function launchChromium(): Promise<Browser> {
  running ??= startChromium()
  const browser = await running.catch((error: unknown) => {
    running = undefined
    throw error
  })
  const own = new Set<BrowserContext>()
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    own.add(context)
    context.once('close', () => own.delete(context))
    return context
  }
  const instead: Partial<Browser> = {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    contexts: () => [...own],
    async close() {
      await Promise.all([...own].map((context) => context.close()))
    },
  }
  return new Proxy(browser, {
    get(target, key) {
      if (key in instead) return instead[key as keyof Browser]
      const found: unknown = Reflect.get(target, key, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

/** The path of a copy of a download, which outlives the page. */
export async function saved(download: Promise<Download>): Promise<string> {
  const path = join(inject('runFolder'), randomUUID())
  await (await download).saveAs(path)
  return path
}
