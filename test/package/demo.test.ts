// @module-tag ci
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Wallet } from 'ethers'
import { type Devnet, devAccounts, startDevnet } from 'latchkey/devnet'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { chromiumPath, launchChromium } from '../e2e/chromium.ts'
import { ownedBy } from '../support/contracts/signing-wallets.ts'
import { newAccount } from '../support/sign-in-accounts.ts'
import { visitor } from '../support/sign-in-visitor.ts'
import { root } from './support.ts'

/** The page that `npm start` shows, built from the published package. */
describe.skipIf(!chromiumPath)('the demo, built on dist', () => {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-demo-home-'))
  let devnet: Devnet
  let server: ChildProcess
  let browser: Browser
  let url = ''

  beforeAll(async () => {
    devnet = await startDevnet({ families: ['eip155'] })
    browser = await launchChromium()
    const { networks, tokens, nodes } = devnet
    const status = { id: 'test', pid: process.pid, networks, tokens, nodes, accounts: {} }
    writeFileSync(join(home, 'devnet.json'), JSON.stringify(status), { mode: 0o600 })
    server = spawn(process.execPath, [join(root, 'examples/demo/serve.mjs')], {
      env: { ...process.env, LATCHKEY_HOME: home, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      url = line
      break
    }
  }, 120_000)
  afterAll(async () => {
    if (server && server.exitCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
    await Promise.all([browser?.close(), devnet?.stop()])
    rmSync(home, { recursive: true, force: true })
  })

  it("connects the wallet that the demo's server injects into the page", async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const page = await (await browser.newContext()).newPage()
    await page.goto(url)
    await page.getByTestId('connect-button').click()
    await page.getByTestId('lk-modal').getByRole('button', { name: 'Dev Ethereum' }).click()
    await expect
      .poll(() => page.getByTestId('family-eip155').textContent(), { message: 'the balance is read' })
      .toContain('10,000.000 ETH')
    expect(await page.evaluate(() => (globalThis as unknown as { faults: string[] }).faults)).toEqual([])
  })

  it('signs a visitor in to its own server', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(url)
    // The sign-in server starts at the page's first request, which can take long.
    await Promise.all([
      page.waitForResponse('**/auth/sessions', { timeout: 90_000 }),
      page.getByRole('link', { name: 'Sign-in required' }).click(),
    ])
    await page.getByTestId('connect-button').click()
    await page.getByTestId('lk-modal').getByRole('button', { name: 'Dev Ethereum' }).click()
    await page.getByTestId('sign-in-sign').click()
    const known = page.getByTestId('server-user')
    await known.waitFor()
    const accounts = await known.textContent()
    expect(accounts).toBe(`eip155:${devAccounts.alice?.eip155?.address}`)
    await page.reload()
    await known.waitFor()
    expect(await known.textContent()).toBe(accounts)
  })

  it('asks the node whether a smart contract has signed', async () => {
    const owner = await newAccount.eip155()
    const [{ network, url: node } = { network: '', url: '' }] = devnet.nodes
    const contract = { ...owner, chainId: network as CaipNetworkId, address: Wallet.createRandom().address }
    const refused = visitor(new URL(url).origin).signIn(contract)
    await expect(refused).rejects.toMatchObject({ code: 'siwx/invalid-signature' })
    await nodeRpc(node, 'anvil_setCode', [contract.address, ownedBy(owner.address)])
    const client = visitor(new URL(url).origin)
    await client.signIn(contract)
    const { accounts } = await (await client.ask('GET', '/auth/me')).json()
    expect(accounts).toEqual([`${network}:${contract.address}`])
  })

  it('lets no other page use the wallets or sign in', async () => {
    const ask = (site: string) =>
      fetch(`${url}dev-wallets/call`, { method: 'POST', body: '{}', headers: { 'sec-fetch-site': site } })
    expect((await ask('cross-site')).status).toBe(403)
    expect((await ask('same-site')).status).toBe(403)
    expect((await ask('same-origin')).status).toBe(200)
    const from = (origin: string) =>
      fetch(`${url}dev-wallets/call`, { method: 'POST', body: '{}', headers: { origin } })
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1'])
      expect((await from(origin)).status, origin).toBe(403)
    expect((await from(new URL(url).origin)).status).toBe(200)
    const foreign = { origin: 'http://localhost:1', 'x-latchkey-sign-in': '1' }
    expect((await fetch(`${url}auth/nonce`, { method: 'POST', headers: foreign })).status).toBe(403)
    const large = await fetch(`${url}dev-wallets/call`, { method: 'POST', body: 'x'.repeat(4_000_001) })
    expect(large.status).toBe(400)
    // The request has a foreign host name, as if this name resolved to this machine (DNS rebinding).
    const { port } = new URL(url)
    for (const path of ['/dev-wallets/state', '/auth/sessions']) {
      const rebound = await new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers: { host: 'elsewhere.example' } })
          .on('response', (response) => resolve(response.resume().statusCode))
          .on('error', reject)
      })
      expect(rebound, path).toBe(403)
    }
  })
})
