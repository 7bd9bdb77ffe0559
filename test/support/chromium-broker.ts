// The Chromium of each worker of a test run. It starts when a test file of the worker first asks for it, and ends with the run.
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import type { BrowserServer } from 'playwright-core'

/**
 * Features that cost time and that no test sees. The first ones are those that Playwright switches off, since Chromium reads
 * the last list only; the lists below the address bar are in each window twice, and cost more than most pages.
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

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface ChromiumBroker {
  /** The port on loopback. `GET /<worker>` answers with the address of that worker's Chromium. */
  readonly port: number
  close(): Promise<void>
}

export async function startChromiumBroker(): Promise<ChromiumBroker> {
  const running = new Map<string, Promise<BrowserServer>>()

  async function launch(worker: string): Promise<BrowserServer> {
    const { chromium } = await import('playwright-core')
    const browser = await chromium.launchServer({
      executablePath: chromiumPath,
      args: flags,
      host: '127.0.0.1',
      // The run closes its nodes on a signal, and the browsers beside them.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    // After a crash the next file gets a new one.
    browser.once('close', () => running.delete(worker))
    return browser
  }
  function of(worker: string): Promise<BrowserServer> {
    const launching = running.get(worker) ?? launch(worker)
    running.set(worker, launching)
    launching.catch(() => running.delete(worker))
    return launching
  }

  const server = createServer(({ url = '/' }, response) => {
    of(url).then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      const launched = await Promise.allSettled(running.values())
      await Promise.all(launched.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
    },
  }
}
