import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Download } from 'playwright-core'
import { inject, onTestFinished, type RunnerTask } from 'vitest'
import { addToErrors } from '../support/add-to-errors.ts'
import { patience } from '../support/patience.ts'
import { PageReport } from './page-report.ts'

/**
 * Features to switch off, because they cost time and no test needs them. Chromium reads only the last list of features,
 * so this list repeats Playwright's. The omnibox features render the address bar's suggestions, which costs more than
 * most pages.
 */
const withoutFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/**
 * The feature that partitions the storage of frames of other sites. Without it, such a frame needs a permission to get
 * any storage.
 */
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

const folders = (process.env.PATH ?? '').split(delimiter)

/** Returns the path of the Chromium that `CHROMIUM` names, or of the first of these programs on the PATH. */
const findChromium = (...programs: readonly string[]) =>
  [
    process.env.CHROMIUM,
    ...programs.flatMap((name) => folders.map((folder) => join(folder || '.', name))),
  ].find((path) => path && isExecutable(path))

/** The path of a Chromium with a user interface, which asks the visitor for permissions. Undefined if there is none. */
export const wholeChromiumPath = findChromium('chromium', 'chromium-browser', 'google-chrome')

/**
 * The path of the Chromium for most tests. Undefined if there is none. The headless shell has no user interface, and needs a
 * third less CPU time than a Chromium with a user interface.
 */
export const chromiumPath = findChromium('chromium-headless-shell') ?? wholeChromiumPath

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Launches a Chromium with the features in `disabled` switched off. */
const launch = (executablePath: string | undefined, disabled: readonly string[]) =>
  chromium.launch({ executablePath, args: flagsFor(disabled) })

let running: Promise<Browser> | undefined

/** Starts the Chromium of this worker. Later test files use it too, and it ends with the worker's process. */
async function startChromium(): Promise<Browser> {
  const browser = await launch(chromiumPath, [...withoutFeatures, partitioning])
  // After a crash, the next test file starts a new Chromium.
  browser.once('disconnected', () => {
    running = undefined
  })
  return browser
}

/**
 * Launches a separate Chromium, which partitions the storage of frames by the site of the page, as browsers do by
 * default.
 */
export const launchPartitioned = () => launch(chromiumPath, withoutFeatures)

/**
 * Launches a separate Chromium with a user interface. Without the visitor's permission, it gives no storage to frames of other
 * sites. The headless shell gives storage to every frame.
 */
export const launchWhole = () => launch(wholeChromiumPath, [...withoutFeatures, partitioning])

/**
 * Returns this worker's Chromium. For the caller, `contexts` lists only the caller's own contexts, and `close` closes
 * only those contexts. The process continues. A context that a test creates with `newContext` is closed when the test
 * ends; a page that a test creates with `newPage` stays open.
 */
export async function launchChromium(): Promise<Browser> {
  running ??= startChromium()
  const browser = await running.catch((error: unknown) => {
    running = undefined
    throw error
  })
  const own = new Set<BrowserContext>()
  const open: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(patience.state)
    own.add(context)
    context.once('close', () => own.delete(context))
    return context
  }
  const instead: Partial<Browser> = {
    async newContext(options) {
      const context = await open(options)
      endWithTest(context)
      return context
    },
    newPage: async (options) => (await open(options)).newPage(),
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

/**
 * Closes a context when the current test ends, because open pages cost CPU time. If the test failed, its error says what the
 * pages show. Contexts of hooks stay open.
 */
function endWithTest(context: BrowserContext): void {
  try {
    onTestFinished(async ({ task }) => {
      try {
        if (task.result?.state === 'fail') await tellWhatShows(context, task)
      } finally {
        await context.close()
      }
    })
  } catch {
    // Outside of a test, `onTestFinished` throws.
    return
  }
  reports.set(context, new PageReport(context))
}

const reports = new WeakMap<BrowserContext, PageReport>()

/** Adds what the pages of a context show to the error of a failed test. A second call for the same context adds nothing. */
export async function tellWhatShows(context: BrowserContext, test: RunnerTask): Promise<void> {
  const report = reports.get(context)
  reports.delete(context)
  for (const line of (await report?.lines()) ?? []) addToErrors(test, line)
}

/** Copies a download into the run's folder, so that the copy outlives the page. Returns the path of the copy. */
export async function saved(download: Promise<Download>): Promise<string> {
  const path = join(inject('runFolder'), randomUUID())
  await (await download).saveAs(path)
  return path
}
