import type { ChainNamespace } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { embeddedWalletApp } from '../support/embedded-wallet-app.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { launchChromium, tellWhatShows } from './chromium.ts'
import { type DemoSite, serveDemo } from './demo-site.ts'
import { families, type Visit, type Visitor, visitor } from './visitor.ts'

/** Starts the demo with all nodes before the first test of a suite, and stops it after the last test. */
export function demoSite({
  catalogue = false,
  exchange = false,
  data = false,
  onramp = false,
  embeddedWallet = false,
  development = false,
  only = families,
}: {
  readonly catalogue?: boolean
  readonly exchange?: boolean
  readonly data?: boolean
  readonly onramp?: boolean
  readonly embeddedWallet?: boolean
  /** Whether to build the demo in development mode. */
  readonly development?: boolean
  readonly only?: readonly ChainNamespace[]
} = {}) {
  const missing: string[] = []
  let devnet: Devnet
  let browser: Browser
  let site: DemoSite

  beforeAll(async () => {
    ;[devnet, browser] = await Promise.all([
      leaseDevnet({
        ...{ families: only, relay: true, catalogue, exchange, data, onramp },
        onMissing: (part) => missing.push(part),
      }),
      launchChromium(),
    ])
    const assets = embeddedWallet ? (await embeddedWalletApp()).folder : undefined
    site = await serveDemo(
      { ...devnet, exchange, ...(assets !== undefined && { embeddedWallet: { assets } }) },
      { development },
    )
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })

  return {
    get devnet() {
      return devnet
    },
    get browser() {
      return browser
    },
    get origin() {
      return site.origin
    },
    /** Returns the families whose node is installed on this machine. */
    present: () => families.filter((family) => !missing.includes(family)),
  }
}

/**
 * Creates visitors of the demo. After each test, checks that their pages had no faults. If the test failed, stores a
 * screenshot of the first visitor's page.
 */
export function demoVisits(options: Parameters<typeof demoSite>[0] = {}) {
  const demo = demoSite(options)
  const visitors: Visitor[] = []
  afterEach(async ({ task }) => {
    const gone = visitors.splice(0)
    if (task.result?.state === 'fail') {
      for (const { page } of gone) await tellWhatShows(page.context(), task)
      const path = `test-results/${task.name.replaceAll(/\W+/g, '-')}.png`
      await gone[0]?.page.screenshot({ path }).catch(() => {})
    }
    for (const one of gone) await one.leave()
  })

  async function visit(given: Pick<Visit, 'as' | 'screen' | 'stays' | 'prepare'> = {}): Promise<Visitor> {
    const { browser, origin, devnet } = demo
    const one = await visitor({ browser, origin, devnet, ...given })
    visitors.push(one)
    return one
  }
  return Object.assign(demo, { visit })
}
