import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectVisit } from '../../scripts/lib/connect-visit.mjs'
import { type ServedPages, servePages } from '../../scripts/lib/serve-pages.mjs'
import { bundle } from '../../scripts/lib/weigh.mjs'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'

describe('the pieces of a page built by Vite', () => {
  let start: ServedPages
  beforeAll(async () => {
    start = await servePages(['start'])
  })
  afterAll(() => start?.close())

  it('are at most 60 chunks for a page of one family, besides packs of marks', () => {
    const chunks = [...start.scripts.keys()].filter((path) => start.isOurs(path))
    expect(chunks.filter((path) => !/-marks-[\w-]+\.js$/.test(path)).length).toBeLessThanOrEqual(60)
  })

  it('contain no library of a family that the page does not use, and no code of its adapter', () => {
    const modules = [...start.scripts.values()].flat()
    const others = /\/node_modules\/(@solana|@polkadot|@cosmjs|bitcoinjs-lib|@walletconnect)\//
    const adapters = /\/dist\/lk-(solana|polkadot|bip122|cosmos|walletconnect)/
    expect(modules.filter((path) => others.test(path) || adapters.test(path))).toEqual([])
    expect(modules.filter((path) => /\/dist\/lk-eip155/.test(path))).not.toEqual([])
  })
})

describe('the sizes by esbuild, which makes a file of each shared module', () => {
  const external = ['react', 'react/*', 'react-dom', 'react-dom/*']
  const core = "export { createLatchkey } from 'latchkey'"

  it('are at most 21 kB gzip for createLatchkey', async () => {
    expect((await bundle(core, { external })).initial.gzip).toBeLessThanOrEqual(21_000)
  })

  it('are at most 24.5 kB gzip for createLatchkey with the button', async () => {
    const button = "export { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'"
    const { initial } = await bundle(`${core}; ${button}`, { external })
    expect(initial.gzip).toBeLessThanOrEqual(24_500)
  })
})

describe.skipIf(!chromiumPath)('the requests of a page with five families and WalletConnect', () => {
  let browser: Browser
  let site: ServedPages
  beforeAll(async () => {
    ;[browser, site] = await Promise.all([launchChromium(), servePages(['app'])])
  })
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  it('for files of Latchkey are one at load, two until the list stands, and nine for a whole connect', async () => {
    const { atLoad, untilList, all } = await connectVisit(browser, site, { filesOfList: 2 })
    expect(atLoad).toHaveLength(1)
    expect(untilList.length).toBeLessThanOrEqual(2)
    expect(all.length, all.join(' ')).toBeLessThanOrEqual(9)
  })
})
