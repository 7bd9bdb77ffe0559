import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Devnet, devAccounts, startDevnet } from 'latchkey/devnet'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { anvilBinary } from '../../src/devnet/nodes/anvil-binary.ts'
import { deployToken } from '../../src/devnet/nodes/erc20.ts'
import { shortTokenBytecode } from '../support/contracts/short-token.ts'

async function ask<T>(url: string, method: string, ...params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: T }).result
}

const word = (value: string) => value.replace(/^0x/, '').padStart(64, '0')
const tokenBalance = async (url: string, token: string, holder: string) =>
  BigInt(await ask<string>(url, 'eth_call', { to: token, data: `0x70a08231${word(holder)}` }, 'latest'))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // After its end, a process without a parent stays a zombie until init reaps it. A zombie doesn't count as running.
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function expectGone(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { message: 'the processes end' }).toEqual([])
}

describe('the devnet', () => {
  const running: Devnet[] = []
  const start = async () => {
    const devnet = await startDevnet({ families: ['eip155'] })
    running.push(devnet)
    return devnet
  }
  afterEach(async () => {
    await Promise.all(running.splice(0).map((devnet) => devnet.stop()))
    vi.unstubAllEnvs()
  })

  it("writes no file to the home folder, even if a chain is too long for anvil's memory", async () => {
    const home = await mkdtemp(join(tmpdir(), 'latchkey-home-'))
    vi.stubEnv('HOME', home)
    const { nodes } = await start()
    const [{ url }] = nodes as [Devnet['nodes'][number]]
    // Anvil keeps the states of only 500 blocks in memory.
    for (let blocks = 0; blocks < 700; blocks += 100) await ask(url, 'anvil_mine', '0x64')
    expect(Number(await ask(url, 'eth_blockNumber'))).toBeGreaterThanOrEqual(700)
    const written = await readdir(home, { recursive: true, withFileTypes: true })
    expect(written.filter((entry) => entry.isFile())).toEqual([])
    await rm(home, { recursive: true })
  })

  it('runs two chains that answer with their chain ids', async () => {
    const { networks, nodes } = await start()
    expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:31337', 'eip155:31338'])
    for (const [index, { url, network }] of nodes.entries()) {
      expect(`eip155:${Number(await ask(url, 'eth_chainId'))}`).toBe(network)
      expect(networks[index]?.rpcUrls.default.http).toEqual([url])
    }
  })

  it('funds every named account with the native token and every token, on both networks', async () => {
    const { nodes, tokens, accounts } = await start()
    expect(Object.keys(accounts).slice(0, 5)).toEqual(['alice', 'bob', 'carol', 'dave', 'erin'])
    expect(tokens.map(({ symbol, decimals }) => `${symbol} ${decimals}`)).toEqual([
      'LKT 18',
      'tUSD 6',
      'LKT 18',
      'tUSD 6',
    ])
    for (const { url, network } of nodes)
      for (const { eip155 } of Object.values(accounts)) {
        expect(BigInt(await ask<string>(url, 'eth_getBalance', eip155?.address, 'latest'))).toBe(
          10_000n * 10n ** 18n,
        )
        for (const { asset, decimals } of tokens.filter((token) => token.asset.startsWith(`${network}/`)))
          expect(
            await tokenBalance(url, asset.slice(asset.lastIndexOf(':') + 1), eip155?.address ?? ''),
          ).toBe(1_000_000n * 10n ** BigInt(decimals))
      }
  })

  it('starts a data service if requested, and stops it when the devnet stops', async () => {
    const devnet = await startDevnet({ families: ['eip155'], data: true, catalogue: true })
    running.push(devnet)
    const { url, zone, requests } = devnet.data!
    const account = devnet.accounts.grace!.eip155!.address
    const get = async (path: string) => (await fetch(`${url}${path}projectId=any`)).json()
    expect((await get('/v1/supported-chains?')).http).toEqual(['eip155:31337', 'eip155:31338'])
    const { balances } = await get(`/v1/account/${account}/balance?chainId=eip155:31337&`)
    expect(balances.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['ETH', 'LKT', 'tUSD'])
    expect(balances[0].iconUrl).toBe(`${devnet.catalogue!.url}/public/getTokenImage/dev-ETH`)
    expect((await get(`/v1/identity/${account}?`)).name).toBe(`grace.${zone}`)
    expect(requests).toHaveLength(3)
    const page = { headers: { origin: 'https://evil.example' } }
    expect((await fetch(`${url}/v1/supported-chains?projectId=any`, page)).status).toBe(403)
    await devnet.stop()
    await expect(get('/v1/supported-chains?')).rejects.toThrow('fetch failed')
  })

  it("starts an exchange on each network if requested, and leaves the named accounts' funds unchanged", async () => {
    const devnet = await startDevnet({ families: ['eip155'], exchange: true, data: true })
    running.push(devnet)
    expect(devnet.exchange!.map(({ network }) => network)).toEqual(['eip155:31337', 'eip155:31338'])
    const account = devnet.accounts.alice!.eip155!.address
    for (const [at, { network, router, wrapped, tokens }] of devnet.exchange!.entries()) {
      const { url } = devnet.nodes[at]!
      // Calls WETH() of the router.
      expect(await ask(url, 'eth_call', { to: router, data: '0xad5c4648' }, 'latest')).toContain(
        word(wrapped),
      )
      expect(BigInt(await ask<string>(url, 'eth_getBalance', account, 'latest'))).toBe(10_000n * 10n ** 18n)
      expect(await tokenBalance(url, wrapped, account)).toBe(0n)
      const native = `${network}:0x${'e'.repeat(40)}`
      for (const { address, decimals } of tokens) {
        expect(await tokenBalance(url, address, account)).toBe(1_000_000n * 10n ** BigInt(decimals))
        const query = new URLSearchParams({ projectId: 'any', amount: String(10n ** 18n), from: native })
        for (const [name, value] of Object.entries({ to: `${network}:${address}`, userAddress: account }))
          query.set(name, value)
        const { quotes } = await (await fetch(`${devnet.data!.url}/v1/convert/quotes?${query}`)).json()
        expect(quotes).toHaveLength(1)
      }
    }
  })

  it('has no exchange and no swap routes by default', async () => {
    const devnet = await startDevnet({ families: ['eip155'], data: true })
    running.push(devnet)
    expect(devnet.exchange).toBeUndefined()
    const url = `${devnet.data!.url}/v1/convert/tokens?chainId=eip155:31337&projectId=any`
    expect((await fetch(url)).status).toBe(404)
  })

  it('can be aborted while its exchange is deployed', async () => {
    const abort = new AbortController()
    const real = fetch
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (String(init.body).includes('anvil_dealERC20')) abort.abort()
      return real(input, init)
    })
    try {
      const starting = startDevnet({ families: ['eip155'], exchange: true, signal: abort.signal })
      await expect(starting).rejects.toMatchObject({ code: 'flow/aborted' })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('can be aborted while a service starts', async () => {
    const abort = new AbortController()
    const listen = vi.spyOn(Server.prototype, 'listen')
    listen.mockImplementationOnce(function (this: Server, ...args: unknown[]) {
      abort.abort()
      return Reflect.apply(this.listen, this, args)
    })
    try {
      const starting = startDevnet({ families: [], catalogue: true, data: true, signal: abort.signal })
      starting.then((devnet) => running.push(devnet)).catch(() => {})
      await expect(starting).rejects.toMatchObject({ code: 'flow/aborted' })
      const servers = listen.mock.instances as Server[]
      expect(servers).not.toEqual([])
      expect(servers.filter(({ listening }) => listening)).toEqual([])
    } finally {
      listen.mockRestore()
    }
  })

  it("serves a project's configuration and accepts events if requested", async () => {
    const devnet = await startDevnet({ families: [], config: true, telemetry: true })
    running.push(devnet)
    const { config, telemetry } = devnet
    const get = async (path: string) => (await fetch(`${config!.url}${path}?projectId=any`)).json()
    expect(await get('/getAnalyticsConfig')).toEqual({ isAnalyticsEnabled: true })
    config!.set({ analytics: false, features: { swap: false } })
    expect(await get('/getAnalyticsConfig')).toEqual({ isAnalyticsEnabled: false })
    expect((await get('/appkit/v1/config')).features).toContainEqual({
      id: 'swap',
      isEnabled: false,
      config: [],
    })
    const send = (body: unknown) =>
      fetch(`${telemetry!.url}/e?projectId=any&st=appkit&sv=1`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    const event = {
      eventId: crypto.randomUUID(),
      url: 'http://localhost/page?session=secret',
      domain: 'localhost',
      timestamp: 1,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    }
    expect((await send(event)).status).toBe(202)
    expect((await send(event)).status).toBe(202)
    expect((await send({ ...event, props: {} })).status).toBe(400)
    expect(telemetry!.events).toEqual([
      {
        id: event.eventId,
        project: 'any',
        sentAt: 1,
        kind: 'track',
        name: 'MODAL_OPEN',
        url: 'http://localhost/page',
        domain: 'localhost',
        sdk: 'appkit 1',
        properties: '{"properties":{"connected":false}}',
      },
    ])
    await devnet.stop()
    await expect(send(event)).rejects.toThrow('fetch failed')
  })

  it('provides secrets that match their addresses', async () => {
    const { computeAddress } = await import('ethers')
    for (const { eip155 } of Object.values(devAccounts))
      expect(computeAddress(eip155?.secret ?? '')).toBe(eip155?.address)
  })

  it('leaves no process behind when it is stopped once or several times', async () => {
    const devnet = await start()
    const pids = devnet.nodes.map(({ pid }) => pid ?? 0)
    expect(pids.every(isAlive)).toBe(true)
    await Promise.all([devnet.stop(), devnet.stop()])
    await devnet.stop()
    expect(pids.filter(isAlive)).toEqual([])
    expect(devnet.nodes.map(({ pid }) => pid)).toEqual([undefined, undefined])
  })

  it('can run twice at the same time', async () => {
    const [one, two] = await Promise.all([start(), start()])
    const urls = [...one.nodes, ...two.nodes].map(({ url }) => url)
    expect(new Set(urls).size).toBe(4)
    await one.stop()
    expect(Number(await ask(two.nodes[0]?.url ?? '', 'eth_chainId'))).toBe(31337)
  })

  it('can be aborted while it starts', async () => {
    const abort = new AbortController()
    const starting = startDevnet({
      families: ['eip155'],
      signal: abort.signal,
      log: { debug: () => abort.abort(), warn: () => {} },
    })
    await expect(starting).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect(startDevnet({ families: ['eip155'], signal: abort.signal })).rejects.toMatchObject({
      code: 'flow/aborted',
    })
  })

  it('refuses a family for which it has no node, and names the family in the error', async () => {
    await expect(startDevnet({ families: ['eip155', 'aptos' as never] })).rejects.toMatchObject({
      code: 'validation/invalid-input',
      message: 'families: no local node for aptos',
    })
  })

  it('can deploy a faulty token that transfers one unit less than it reports', async () => {
    const { nodes, accounts } = await start()
    const [alice, bob] = [accounts.alice?.eip155?.address ?? '', accounts.bob?.eip155?.address ?? '']
    const url = nodes[0]?.url ?? ''
    const token = await deployToken(url, {
      name: 'Short',
      symbol: 'SHORT',
      decimals: 6,
      amountEach: 100n,
      holders: [alice],
      bytecode: shortTokenBytecode,
    })
    const data = `0xa9059cbb${word(bob)}${word('0xa')}`
    await ask(url, 'eth_sendTransaction', { from: alice, to: token, data })
    await expect.poll(() => tokenBalance(url, token, bob), { message: 'the tokens arrive' }).toBe(9n)
    expect(await tokenBalance(url, token, alice)).toBe(91n)
  })
})

describe('the anvil program', () => {
  it('is the binary that its package contains, not a script that starts the binary', () => {
    expect(anvilBinary({})).toMatch(/@foundry-rs\/anvil-[^/]+\/bin\/anvil(\.exe)?$/)
  })

  it('is the program that the environment variable ANVIL names', () => {
    expect(anvilBinary({ ANVIL: process.execPath })).toBe(process.execPath)
  })

  it('is named in an error, with its install command, when it is missing', async () => {
    const before = process.env.ANVIL
    process.env.ANVIL = '/nowhere/anvil'
    try {
      await expect(startDevnet({ families: ['eip155'] })).rejects.toMatchObject({
        code: 'config/peer-missing',
        message: expect.stringContaining('npm install @foundry-rs/anvil'),
      })
    } finally {
      if (before === undefined) delete process.env.ANVIL
      else process.env.ANVIL = before
    }
  })

  it('causes an error without delay when it exits at once', async () => {
    const before = process.env.ANVIL
    // The test runs Node.js in place of anvil. Node.js refuses anvil's options, and prints this error.
    process.env.ANVIL = process.execPath
    try {
      await expect(startDevnet({ families: ['eip155'] })).rejects.toMatchObject({
        message: expect.stringContaining('anvil could not be started: it ended by code 9'),
      })
    } finally {
      if (before === undefined) delete process.env.ANVIL
      else process.env.ANVIL = before
    }
  })
})

describe.skipIf(process.platform === 'win32')('a process with a devnet', () => {
  let folder: string
  let script: string
  const children: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-devnet-'))
    script = join(folder, 'devnet-child.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('../support/devnet-child.ts', import.meta.url))],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      // Without code splitting, esbuild would load the code of other families too.
      splitting: true,
      platform: 'node',
      format: 'esm',
      // `ws` is a CommonJS package that requires Node's modules.
      banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url)" },
      external: ['viem', 'litesvm', '@solana/*', '@polkadot/*', '@cosmjs/*', 'bitcoinjs-lib'],
      logLevel: 'silent',
    })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  async function parent(...how: string[]) {
    const home = await mkdtemp(join(folder, 'home-'))
    const child = spawn(process.execPath, [script, ...how], {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      // The bundle is outside of the project, so it doesn't find the program in the project's node_modules. `ANVIL`
      // names the program.
      env: { ...process.env, HOME: home, ANVIL: anvilBinary() },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return { child, home, pids: (JSON.parse(line) as { pid: number }[]).map(({ pid }) => pid) }
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing behind when %s ends it',
    async (signal) => {
      const { child, home, pids } = await parent()
      expect(pids.every(isAlive)).toBe(true)
      const ended = once(child, 'exit')
      child.kill(signal)
      expect(await ended).toEqual([null, signal])
      await expectGone(pids)
      expect(await readdir(home)).toEqual([])
    },
  )

  it.each([
    ['crashes', 'throw', 1],
    ['exits', 'exit', 3],
  ] as const)('leaves nothing behind when it %s', async (_, how, code) => {
    const { child, pids } = await parent(how)
    expect(await once(child, 'exit')).toEqual([code, null])
    await expectGone(pids)
  })
})
