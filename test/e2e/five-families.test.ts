import { fileURLToPath } from 'node:url'
import { base58 } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { Verifier } from 'bip322-js'
import { verifyMessage } from 'ethers'
import type { ChainNamespace, MessageSignature } from 'latchkey'
import type { Devnet } from 'latchkey/devnet'
import { createCosmosWallet, type DevWalletId, type DevWallets, devWalletIds } from 'latchkey/testing'
import type { Browser, Page } from 'playwright-core'
import nacl from 'tweetnacl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrapBytes } from '../../src/adapters/polkadot/bytes.ts'
import { readSs58, type Ss58 } from '../../src/adapters/polkadot/ss58.ts'
import type { FixturePage } from '../fixtures/vite-page/offer.ts'
import { verifyAdr36 } from '../support/cosmos-verify.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type BuiltPage, buildPage, type ServedPage, servePage } from './built-page.ts'
import { chromiumPath, launchChromium } from './chromium.ts'
import { injectDevWallets, injectWallets } from './inject-dev-wallets.ts'
import { poll } from './visitor.ts'

const folder = fileURLToPath(new URL('../fixtures/vite-page', import.meta.url))
const policy = [
  "default-src 'self'",
  // The polkadot library compiles to WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const families = {
  eip155: {
    wallet: 'ethereum',
    connector: 'dev.latchkey.ethereum',
    library: /node_modules\/(viem|ox|abitype)\//,
  },
  solana: { wallet: 'solana', connector: 'Dev Solana', library: /node_modules\/@solana\/web3\.js\// },
  bip122: { wallet: 'bitcoin', connector: 'Dev Bitcoin', library: /node_modules\/(bitcoinjs-lib|bip174)\// },
  polkadot: {
    wallet: 'polkadot',
    connector: 'dev-polkadot',
    library: /node_modules\/@polkadot\/(api|types|util-crypto)\//,
  },
  cosmos: { wallet: 'keplr', connector: 'keplr', library: /node_modules\/(@cosmjs\/|cosmjs-types\/)/ },
} as const satisfies Record<ChainNamespace, { wallet: DevWalletId; connector: string; library: RegExp }>
const all = Object.keys(families) as ChainNamespace[]

/** Verifies a signature of each family with a library other than the signer's. */
const verify: Record<ChainNamespace, (text: string, signed: MessageSignature, address: string) => unknown> = {
  eip155: (text, { signature }, address) => verifyMessage(text, signature) === address,
  solana: (text, { signature }, address) =>
    nacl.sign.detached.verify(Buffer.from(text), base58.decode(signature), base58.decode(address)),
  bip122: (text, { signature }, address) =>
    Verifier.verifySignature(address, text, signature.replace(/^smp/, '')),
  polkadot: (text, { signature }, address) =>
    sr25519.verify(wrapBytes(text), Buffer.from(signature.slice(2), 'hex'), (readSs58(address) as Ss58).key),
  cosmos: verifyAdr36,
}

let built: BuiltPage
let devnet: Devnet
let browser: Browser
let site: ServedPage
const missing: string[] = []

describe.skipIf(!chromiumPath)('a page built by Vite, with injected wallets of five families', () => {
  beforeAll(async () => {
    ;[devnet, browser, built] = await Promise.all([
      leaseDevnet({ families: all, onMissing: (family) => missing.push(family) }),
      launchChromium(),
      buildPage(folder, { allFiles: true }),
    ])
    site = await servePage(built.files, policy)
  }, leaseTimeout)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close(), devnet?.stop()])
  })

  async function visit() {
    const page = await (await browser.newContext()).newPage()
    const injected = await injectDevWallets(page, devnet)
    site.requested()
    await page.goto(site.origin, { waitUntil: 'load' })
    return { page, call: caller(page), ...injected }
  }
  const caller =
    (page: Page) =>
    <K extends keyof FixturePage>(method: K, ...values: unknown[]) =>
      page.evaluate(
        ([name, args]) => {
          const member = (globalThis as unknown as { page: Record<string, unknown> }).page[name]
          return typeof member === 'function' ? member(...args) : member
        },
        [method, values] as const,
      ) as Promise<Awaited<FixturePage[K] extends (...args: never[]) => infer R ? R : FixturePage[K]>>
  const running = () => all.filter((family) => !missing.includes(family))

  describe('with one wallet of each family', () => {
    let page: Page
    let call: Awaited<ReturnType<typeof visit>>['call']
    let wallets: DevWallets
    let prompts: (wallet: DevWalletId) => number

    beforeAll(async () => {
      ;({ page, call, wallets, prompts } = await visit())
    })
    afterAll(() => page?.context().close())

    const requested = () => new Set(site.requested())
    const librariesIn = (paths: ReadonlySet<string>) =>
      all.filter((family) => built.chunksWith(families[family].library).some((path) => paths.has(path)))

    it('finds all wallets without a chain library', async () => {
      for (const family of all) expect(built.chunksWith(families[family].library), family).not.toEqual([])
      const found = await call('start', devnet.networks)
      const ids = found.map(({ id }) => id)
      for (const family of running()) expect(ids).toContain(families[family].connector)
      expect(librariesIn(requested())).toEqual([])
    })

    it('connects all families at the same time, still without a chain library', async () => {
      const connected = await Promise.all(
        running().map((family) => call('connect', families[family].connector)),
      )
      expect(connected).toEqual(running().map((family) => [family]))
      const shown = await call('connected')
      for (const family of running()) {
        expect(shown[family], family).toContain(devnet.accounts.alice?.[family]?.address)
        expect(prompts(families[family].wallet), family).toBe(1)
      }
      expect(librariesIn(requested())).toEqual([])
    })

    it.for(all)(
      'signs with the %s wallet, and a second library confirms the signature',
      async (family, { skip }) => {
        skip(missing.includes(family), `no node of ${family}`)
        const text = `Hello from ${family}`
        const signed = await call('sign', family, text)
        const address = devnet.accounts.alice![family]!.address
        expect(await verify[family](text, signed, address)).toBe(true)
        await expect(
          Promise.resolve().then(() => verify[family]('Something else', signed, address)),
        ).resolves.toBe(false)
        expect(librariesIn(requested())).toEqual([])
      },
    )

    it.for(all)('loads only the library of %s at the first read of the family', async (family, { skip }) => {
      skip(missing.includes(family), `no node of ${family}`)
      expect(BigInt(await call('balance', family))).toBeGreaterThan(0n)
      expect(librariesIn(requested())).toEqual([family])
    })

    it('is connected again after a reload, without a prompt', async () => {
      const asked = () => Object.fromEntries(devWalletIds.map((id) => [id, prompts(id)]))
      const before = asked()
      const shown = await call('connected')
      await page.reload({ waitUntil: 'load' })
      await call('start', devnet.networks)
      await poll(() => call('connected'), { message: 'the accounts are connected' }).toEqual(shown)
      expect(asked()).toEqual(before)
      // The wallets got requests, which proves that the page doesn't show only stored data.
      expect(wallets.ethereum.eip155!.wallet.script.count('eth_accounts')).toBeGreaterThan(0)
      const signed = await call('sign', 'eip155', 'After the reload')
      expect(verifyMessage('After the reload', signed.signature)).toBe(devnet.accounts.alice!.eip155!.address)
    })

    it('disconnects all families, and they stay disconnected after a reload', async () => {
      await call('disconnect')
      expect(await call('connected')).toEqual({})
      await page.reload({ waitUntil: 'load' })
      await call('start', devnet.networks)
      expect(await call('connected')).toEqual({})
      expect(await call('uncaught')).toEqual([])
      await call('dispose')
    })
  })

  describe('with the other kinds of wallets', () => {
    it.for(['unisat', 'LeatherProvider', 'DevSatsProvider'])(
      'connects and signs with %s',
      async (connector, { skip }) => {
        skip(missing.includes('bip122'), 'no node of bip122')
        const { page, call } = await visit()
        await call('start', devnet.networks)
        expect(await call('connect', connector)).toEqual(['bip122'])
        const signed = await call('sign', 'bip122', 'Hello')
        const address = devnet.accounts.alice!.bip122!.address
        expect(await verify.bip122('Hello', signed, address)).toBe(true)
        expect(await call('uncaught')).toEqual([])
        await page.context().close()
      },
    )

    it.for([
      ['leap', 'leap'],
      ['cosmostation', 'cosmostation.providers.keplr'],
    ] as const)(
      'connects and signs with %s, and follows a switch to another key',
      async ([id, at], { skip }) => {
        skip(missing.includes('cosmos'), 'no node of cosmos')
        const { alice, bob } = devnet.accounts
        const networks = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'cosmos')
        const wallet = createCosmosWallet({
          privateKeys: [alice!.cosmos!.secret, bob!.cosmos!.secret],
          chains: networks.map(({ id }) => ({ id: String(id), bech32Prefix: 'cosmos' })),
        })
        const page = await (await browser.newContext()).newPage()
        await injectWallets(page, [{ id, name: id, icon: '', cosmos: { wallet, at } }])
        await page.goto(site.origin, { waitUntil: 'load' })
        const call = caller(page)
        await call('start', networks)
        expect(await call('connect', id)).toEqual(['cosmos'])
        const signed = await call('sign', 'cosmos', 'Hello')
        expect(await verify.cosmos('Hello', signed, alice!.cosmos!.address)).toBe(true)
        await wallet.select(bob!.cosmos!.address)
        await poll(async () => (await call('connected')).cosmos, {
          message: 'the accounts are connected',
        }).toContain(bob!.cosmos!.address)
        wallet.script.next('signArbitrary', 'reject')
        await expect(call('sign', 'cosmos', 'Hello')).rejects.toThrow('declined')
        expect(await call('uncaught')).toEqual([])
        await page.context().close()
      },
    )

    it('connects a wallet of several families through each of its interfaces', async () => {
      const { page, call } = await visit()
      await call('start', devnet.networks)
      expect(await call('connect', 'dev.latchkey.multi')).toEqual(['eip155'])
      const rest = running().filter((family) => family === 'solana' || family === 'bip122')
      expect(await call('connect', 'Dev Multi')).toEqual(expect.arrayContaining(rest))
      for (const family of ['eip155', ...rest] as const) {
        const address = devnet.accounts.carol![family]!.address
        expect((await call('connected'))[family]).toContain(address)
        expect(await verify[family]('Hello', await call('sign', family, 'Hello'), address)).toBe(true)
      }
      await page.context().close()
    })

    it("recognizes a wallet's rejection in the format of each interface", async () => {
      const { page, call, wallets } = await visit()
      await call('start', devnet.networks)
      wallets.ethereum.eip155!.wallet.script.next('eth_requestAccounts', 'reject')
      wallets.solana.solana!.wallet.script.next('standard:connect', 'reject')
      wallets.polkadot.polkadot!.wallet.script.next('enable', 'reject')
      for (const family of ['eip155', 'solana', 'polkadot'] as const)
        await expect(call('connect', families[family].connector), family).rejects.toThrow('declined')
      expect(await call('connected')).toEqual({})
      await page.context().close()
    })

    it('shows the changes that the visitor makes in the wallet', async () => {
      const { page, call, wallets } = await visit()
      await call('start', devnet.networks)
      await Promise.all(
        ['dev.latchkey.ethereum', 'Dev Solana', 'keplr', 'dev-polkadot'].map((id) => call('connect', id)),
      )
      const { bob } = devnet.accounts
      await Promise.all([
        wallets.ethereum.eip155!.wallet.select(bob!.eip155!.address),
        wallets.solana.solana!.wallet.select(bob!.solana!.address),
        wallets.keplr.cosmos!.wallet.select(bob!.cosmos!.address),
        wallets.polkadot.polkadot!.wallet.select(bob!.polkadot!.address),
      ])
      for (const family of ['eip155', 'solana', 'cosmos', 'polkadot'] as const)
        await poll(async () => (await call('connected'))[family], {
          message: `the account of ${family} is connected`,
        }).toContain(bob![family]!.address)
      wallets.solana.solana!.wallet.revoke()
      await poll(async () => Object.keys(await call('connected')), {
        message: 'the account of Solana is disconnected',
      }).not.toContain('solana')
      await page.context().close()
    })
  })

  for (const left of all)
    it(`contains no part of the library of ${left} if it lacks the adapter of this family`, {
      tags: left === 'polkadot' ? [] : ['all'],
    }, async () => {
      const rest = await buildPage(folder, {
        families: all.filter((family) => family !== left),
        minify: false,
        allFiles: true,
      })
      expect(rest.chunksWith(families[left].library)).toEqual([])
      for (const family of all)
        if (family !== left) expect(rest.chunksWith(families[family].library)).not.toEqual([])
    })
})
