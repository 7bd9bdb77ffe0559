import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ChainNetwork } from 'latchkey'
import { loadEnv } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closingHints } from '../../cli/commands/devnet.ts'
import type { DevnetStatus } from '../../cli/state/devnet-services.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { printed } from './support/printed.ts'
import { runCli, startCli, tempDir } from './support/run-cli.ts'

describe('latchkey devnet on a machine without bitcoind and simd', () => {
  const home = tempDirOfFile()
  const env = { LATCHKEY_HOME: home.path }
  const envFile = join(home.path, '.env.local')
  const stop = new AbortController()
  let start = ''
  let ended: Promise<void> | undefined
  beforeAll(async () => {
    vi.stubEnv('BITCOIND', 'none')
    vi.stubEnv('SIMD', 'none')
    // On a busy machine, starting five families takes longer than the usual time limit of a command.
    const argv = ['devnet', '--timeout', '110', '--allow-origin', 'https://shop.example', '--env', envFile]
    writeFileSync(envFile, 'TITLE=Shop\nVITE_DEVNET_NETWORKS=of an earlier devnet')
    const running = startCli(argv, { env, signal: stop.signal })
    ended = running.done.then(({ code, stderr }) => {
      if (!stop.signal.aborted) throw new Error(`it ended with ${code}: ${stderr}`)
    })
    await printed(running, /Running until/)
    start = running.written.stdout
  })
  afterAll(async () => {
    stop.abort()
    await ended
    // The nodes have ended, so the file must not contain their URLs anymore.
    expect(readFileSync(envFile, 'utf8')).toBe('TITLE=Shop\n')
    vi.unstubAllEnvs()
    home.remove()
  })

  it('writes its networks to a file of environment variables that Vite and Next read', async () => {
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    const prefixes = ['DEVNET_', 'VITE_DEVNET_', 'NEXT_PUBLIC_DEVNET_']
    const networks = loadEnv('development', home.path, prefixes)
    expect(Object.keys(networks).toSorted()).toEqual(prefixes.map((prefix) => `${prefix}NETWORKS`).toSorted())
    expect(parseEnv(readFileSync(envFile, 'utf8'))).toEqual({ TITLE: 'Shop', ...networks })
    for (const value of Object.values(networks)) expect(JSON.parse(value)).toEqual(data.networks)
    const { code, stderr } = await runCli(['devnet', 'status', '--env', envFile], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('env: is for the start of a devnet')])
  })

  it('says which nodes are simulators, and how to install the real nodes', async () => {
    const status = await runCli(['devnet', 'status'], { env })
    for (const text of [start, status.stdout]) {
      const software = (alias: string) => new RegExp(`^${alias} .*?  (\\w+) +http`, 'm').exec(text)?.[1]
      expect(
        ['devnet', 'devnet-solana', 'devnet-bitcoin', 'devnet-polkadot', 'devnet-cosmos'].map(software),
      ).toEqual(['anvil', 'LiteSVM', 'simulator', 'chopsticks', 'simulator'])
      expect(text).toMatch(
        /^bitcoind +install Bitcoin Core \(https:\S+\), or set BITCOIND to its bitcoind \(until then, bip122 runs on a simulator\)$/m,
      )
      expect(text).toMatch(
        /^simd +build simd \S+ \(https:\S+\) and set SIMD to it, .* \(until then, cosmos runs on a simulator\)$/m,
      )
    }
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    expect(data.missing).toEqual({})
    for (const [network, software] of [
      ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bitcoind'],
      ['cosmos:latchkey-1', 'simd'],
    ])
      expect(data.nodes.find((node: { network: string }) => node.network === network)).toMatchObject({
        software: 'simulator',
        simulates: { software },
        answers: true,
      })
  })

  it('shows the networks of its exchange', async () => {
    const status = await runCli(['devnet', 'status'], { env })
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    const networks = data.exchange.map(({ network }: { network: string }) => network)
    expect(networks).toEqual(['eip155:31337', 'eip155:31338'])
    for (const { network, router } of data.exchange) {
      for (const text of [start, status.stdout])
        expect(text).toMatch(new RegExp(`^${network} +${router}$`, 'm'))
      const listed = await fetch(`${data.data}/v1/convert/tokens?chainId=${network}&projectId=any`)
      expect((await listed.json()).tokens).toHaveLength(3)
    }
  })

  it('allows only pages of the origin that --allow-origin names', async () => {
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    for (const { url } of data.nodes) {
      const ask = (origin: string) => fetch(url, { method: 'POST', body: '{}', headers: { origin } })
      expect((await ask('https://shop.example')).headers.get('access-control-allow-origin')).toBe(
        'https://shop.example',
      )
      expect((await ask('https://evil.example')).status).toBe(403)
    }
  })

  it('shows the URLs of its services', async () => {
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    expect(start).toMatch(new RegExp(`^WALLET CATALOGUE\\n${data.catalogue}$`, 'm'))
    expect(start).toMatch(new RegExp(`^DATA SERVICE\\n${data.data}$`, 'm'))
    expect(start).toMatch(new RegExp(`^PROJECT CONFIGURATION\\n${data.config}$`, 'm'))
    expect(start).toMatch(new RegExp(`^TELEMETRY\\n${data.telemetry}$`, 'm'))
    const { http } = await (await fetch(`${data.data}/v1/supported-chains?projectId=any`)).json()
    expect(http).toContain('eip155:31337')
    const { addresses } = await (
      await fetch(`${data.data}/v1/profile/account/alice.latchkey.test?projectId=any`)
    ).json()
    expect(addresses['501'].address).toBe(data.addresses.solana.alice)
  })

  it('is shown by latchkey doctor', async () => {
    const { data } = (await runCli(['doctor', '--json'], { env })).json()
    const { detail } = data.findings.find(({ name }: { name: string }) => name === 'devnet')
    expect(detail).toContain('bip122:0f9188f13cb7b2c71f2a335e3a4fc328 (simulator)')
    expect(detail).toContain('cosmos:latchkey-2 (simulator)')
    expect(detail).toMatch(/eip155:31337, /)
  })

  it('prints hints that work exactly as printed', { tags: ['ci'] }, async () => {
    const hints = start.slice(start.indexOf('Running until')).match(/^ {2}latchkey .*$/gm) ?? []
    expect(hints.map((hint) => hint.trim().split(' ')[1])).toEqual([
      'connect',
      'connect',
      'status',
      'balance',
      'send',
      'switch',
      'check',
    ])
    for (const hint of hints.slice(0, -1)) {
      const ran = await runCli([...hint.trim().split(' ').slice(1), '--yes'], { env })
      expect(ran.code, `${hint}: ${ran.stderr}`).toBe(0)
    }
  })

  it('passes latchkey check --running --relayed, with a local wallet and a wallet over WalletConnect', {
    tags: ['ci'],
  }, async () => {
    const ran = await runCli(['check', '--running', '--relayed', '--family', 'bip122', '--json'], { env })
    expect(ran.code, ran.stderr + ran.stdout).toBe(0)
    const { flows } = ran.json().data
    expect(flows.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok])).toEqual([
      ['bip122 built-in', true],
      ['bip122 built-in over WalletConnect', true],
    ])
    const took = (at: number) => flows[at].steps.map(({ step }: { step: string }) => step)
    expect(took(0)).not.toContain('delete')
    expect(took(1)).toContain('delete')
  })

  it.each([
    [['--running', '-n', 'devnet'], "running: can't be used with --network"],
    [['--relayed', '-w', 'walletconnect'], "relayed: isn't needed"],
  ])('makes latchkey check refuse the arguments %j', async (argv, message) => {
    const ran = await runCli(['check', ...argv, '--json'], { env })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(message)
  })
})

describe('latchkey devnet without the packages of eip155 and solana', () => {
  it('prints no hint that does not work', () => {
    const network = (caipNetworkId: string) => {
      const [chainNamespace = ''] = caipNetworkId.split(':')
      return { network: { caipNetworkId, chainNamespace } as ChainNetwork, devnet: true }
    }
    const running = [
      { ...network('bip122:1'), alias: 'devnet-bitcoin' },
      { ...network('bip122:2'), alias: 'devnet-bitcoin2' },
    ]
    const hints = closingHints([...running, { ...network('eip155:1'), alias: 'mainnet', devnet: false }])
    expect(hints.match(/devnet[\w-]*/g)).toEqual([
      'devnet-bitcoin',
      'devnet-bitcoin',
      'devnet-bitcoin',
      'devnet-bitcoin2',
    ])
    expect(closingHints([])).not.toContain('latchkey connect')
  })

  it('prints commands that begin like the command that started the devnet', () => {
    const network = { caipNetworkId: 'eip155:31337', chainNamespace: 'eip155' } as unknown as ChainNetwork
    const hints = (command?: string) =>
      closingHints([{ network, alias: 'devnet', devnet: true }], command)
        .split('\n')
        .slice(1)
    expect(hints().map((line) => line.trim().split(' ')[0])).toEqual(Array(5).fill('latchkey'))
    expect(hints('npx latchkey').every((line) => line.startsWith('  npx latchkey '))).toBe(true)
  })
})

describe('latchkey devnet', () => {
  beforeEach(() => {
    vi.stubEnv('BITCOIND', 'none')
    vi.stubEnv('SIMD', 'none')
  })
  afterEach(() => vi.unstubAllEnvs())

  it('starts if the file of a dead devnet names a process that exists', async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const id = 'eip155:31337'
    const url = await closedUrl()
    const rpcUrls = { default: { http: [url] } }
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    writeDevnet(env, {
      ...{ id: 'dead', pid: process.pid, startedAt: '', tokens: [], accounts: {} },
      nodes: [{ network: id, url }],
      networks: [
        { id: 31337, caipNetworkId: id, chainNamespace: 'eip155', name: 'Old', nativeCurrency, rpcUrls },
      ],
    } as DevnetStatus)
    const stop = new AbortController()
    const running = startCli(['devnet', '--timeout', '110'], { env, signal: stop.signal })
    await printed(running, /Running until/)
    const { data } = (await runCli(['devnet', 'status', '--json'], { env })).json()
    expect(data.id).not.toBe('dead')
    stop.abort()
    await running.done
  })

  it('ends with an error on standard error if one of its nodes ends, even with --json', {
    tags: ['ci'],
  }, async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const running = startCli(['devnet', '--timeout', '110', '--json'], { env })
    await printed(running, /\}\n$/)
    const { nodes } = JSON.parse(running.written.stdout).data
    const { pid } = nodes.find(({ network }: { network: string }) => network === 'eip155:31337')
    process.kill(pid, 'SIGKILL')
    const { code, stderr, json } = await running.done
    expect([code, json().ok]).toEqual([5, true])
    expect(stderr).toContain('error The node of eip155:31337 ended by itself [cli/node-ended]')
  })

  it('runs once if it is started twice at the same time', { tags: ['ci'] }, async () => {
    const home = tempDir()
    const envFile = join(home, '.env')
    const stop = new AbortController()
    const argv = ['devnet', '--timeout', '110', '--env', envFile]
    const options = { env: { LATCHKEY_HOME: home }, signal: stop.signal }
    const both = [startCli(argv, options), startCli(argv, options)]
    const refused = await Promise.race(both.map(({ done }) => done))
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('A devnet is running already'),
    ])
    const status = (await runCli(['devnet', 'status', '--json'], options)).json().data
    expect(status.nodes.map(({ answers }: { answers: boolean }) => answers)).not.toContain(false)
    expect(JSON.parse(parseEnv(readFileSync(envFile, 'utf8')).DEVNET_NETWORKS!)).toEqual(status.networks)
    stop.abort()
    await Promise.all(both.map(({ done }) => done))
    expect(existsSync(envFile)).toBe(false)
  })
})

/** Returns a URL on which nothing listens. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

it.each([
  [['--allow-origin', 'shop.example'], 'allow-origin: shop.example is not an origin'],
  [['status', '--allow-origin', 'https://shop.example'], 'allow-origin: is for the start of a devnet'],
])('latchkey devnet refuses the arguments %j', async (argv, message) => {
  const ran = await runCli(['devnet', ...argv, '--json'], { env: { LATCHKEY_HOME: tempDir() } })
  expect(ran.code).toBe(2)
  expect(ran.json().error?.message).toContain(message)
})

it('latchkey check --running says how to start a devnet if none is running', async () => {
  const ran = await runCli(['check', '--running', '--json'], { env: { LATCHKEY_HOME: tempDir() } })
  expect(ran.code).toBe(2)
  expect(ran.json().error).toMatchObject({
    message: expect.stringContaining('running: no devnet is running'),
    hint: expect.stringContaining('latchkey devnet'),
  })
})

function tempDirOfFile() {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
