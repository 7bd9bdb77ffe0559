import { Connection } from '@solana/web3.js'
import jsQR from 'jsqr'
import type { Devnet } from 'latchkey/devnet'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { dataServer } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { extension, makeExtendedToken } from '../support/solana-extended-token.ts'
import { checkDevnet } from './support/check-devnet.ts'
import { fixedServer, type LoopbackServer, lyingService } from './support/loopback-node.ts'
import { type RunOptions, runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana', 'bip122', 'cosmos'], data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** The environment of a home folder that names this test's devnet as the running devnet. */
let env: Record<string, string>
beforeEach(() => {
  env = { LATCHKEY_HOME: tempDir() }
  const { networks, tokens, nodes, data } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, { ...status, data: data!.url, zone: data!.zone } as Parameters<typeof writeDevnet>[1])
})

const json = async (argv: readonly string[], options: RunOptions = {}) => {
  const ran = await runCli([...argv, '--json'], { env, ...options })
  return { code: ran.code, ...ran.json() }
}
const done = async (argv: readonly string[]) => {
  const ran = await json(argv)
  expect(ran.code, `${argv.join(' ')}: ${JSON.stringify(ran.error)}`).toBe(0)
  return ran.data
}
const by = (name: string, network = 'devnet') => ['-w', `dev:${name}`, '-n', network]
const lent = (server: LoopbackServer) => {
  onTestFinished(() => server.stop())
  return server.url
}

describe('latchkey tokens', () => {
  it.each(['devnet', 'devnet-solana', 'devnet-bitcoin'])(
    'lists on %s the balances that the nodes report',
    async (network) => {
      const { balances, source, totalUsd } = await done(['tokens', ...by('alice', network)])
      expect(source).toBe('service')
      // There can be more tokens, because other test files may have created tokens on these chains.
      expect(balances.length).toBeGreaterThanOrEqual(network === 'devnet-bitcoin' ? 1 : 3)
      for (const { asset, amount, valueUsd } of balances) {
        const of = asset === null ? [] : ['--asset', asset]
        expect(await done(['balance', ...by('alice', network), ...of])).toMatchObject({ amount })
        if (asset === null) expect(valueUsd).toBeGreaterThan(0)
      }
      expect(totalUsd).toBeCloseTo(
        balances.reduce((sum: number, { valueUsd }: { valueUsd: number }) => sum + valueUsd, 0),
      )
      const text = await runCli(['tokens', ...by('alice', network)], { env })
      expect(text.stdout).toContain(balances[0].amount)
      expect(text.stdout).toMatch(/\$[\d,.]+ total/)
    },
  )

  it('lists a token with a multiplier with the amount that other commands show and take', async () => {
    const chain = new Connection(devnet.nodes.find(({ network }) => network.startsWith('solana:'))!.url)
    onTestFinished(() => closeSocket(chain))
    const token = await makeExtendedToken(chain, devAccounts.dave!.solana!.secret, {
      holder: alice.solana!.address,
      amount: 10_001n,
      extensions: [extension.scaledAmount(2.5)],
    })
    const { balances } = await done(['tokens', ...by('alice', 'devnet-solana')])
    const listed = balances.find(({ asset }: { asset: string | null }) => asset?.endsWith(`${token.mint}`))
    expect(listed).toMatchObject({ amount: '250.02', value: '10001', decimals: 2, multiplier: 2.5 })
    expect(await done(['balance', ...by('alice', 'devnet-solana'), '--asset', listed.asset])).toMatchObject({
      ...{ amount: '250.02', value: '10001', multiplier: 2.5 },
    })
  })

  it("asks only the node if the data service doesn't support the network", async () => {
    const { balances, source } = await done(['tokens', ...by('alice', 'devnet-cosmos')])
    expect([source, balances.length]).toEqual(['chain', 1])
    expect((await runCli(['tokens', ...by('alice', 'devnet-cosmos')], { env })).stdout).toContain(
      '(--data <url>)',
    )
  })

  it.each([
    ['is down', 503, '{}'],
    ['answers with an HTML page', 200, '<html>'],
    ['answers in an unknown format', 200, '{"balances":"many"}'],
  ])('fails, like latchkey activity, if the data service %s', async (_, status, text) => {
    const url = lent(await fixedServer(status, text))
    const ran = await json(['tokens', ...by('alice'), '--data', url])
    expect(ran).toMatchObject({ ok: false, data: null, error: { code: 'data/balances-failed' } })
    expect(await json(['activity', ...by('alice'), '--data', url])).toMatchObject({
      ok: false,
      data: null,
      error: { code: 'data/history-failed' },
    })
  })
})

describe('latchkey activity', () => {
  it('lists a payment to a name, with the amount and the URL of an explorer page', async () => {
    const { hash, to, name } = await done([
      ...['send', '--to', 'bob.latchkey.test', '--amount', '0.5', '--wait', '--yes', ...by('alice')],
    ])
    expect({ to, name }).toEqual({ to: bob.eip155!.address, name: 'bob.latchkey.test' })
    const { transactions, more } = await done(['activity', '--limit', '1', ...by('alice')])
    expect(transactions).toMatchObject([
      {
        hash,
        operation: 'send',
        status: 'confirmed',
        to: expect.stringMatching(new RegExp(bob.eip155!.address, 'i')),
        transfers: [{ direction: 'out', quantity: '0.5', symbol: 'ETH' }],
      },
    ])
    expect(more).toBe(true)
    expect(await (await fetch(transactions[0].explorer)).text()).toContain(hash)
    const text = await runCli(['activity', ...by('bob')], { env })
    expect(text.stdout).toContain(hash)
    expect(text.stdout).toContain('+0.5 ETH')
  })

  it.each([
    [3, ['a', 'b', 'c'], [null, 'two'], false],
    [2, ['a', 'b'], [null], true],
    [1, ['a'], [null], true],
  ])('reads pages until it has enough transactions for --limit %d', async (limit, hashes, cursors, more) => {
    const past = (hash: string, second: number) => ({
      id: hash,
      metadata: {
        ...{ hash, operationType: 'approve', status: 'confirmed', chain: 'eip155:31337' },
        minedAt: `2026-01-01T00:00:0${second}Z`,
      },
      transfers: [],
    })
    const service = await dataServer({
      'supported-chains': () => ({ http: ['eip155:31337'], ws: [] }),
      '/history': ({ url }) =>
        url.searchParams.has('cursor')
          ? { data: [past('c', 1)], next: null }
          : { data: [past('a', 3), past('b', 2)], next: 'two' },
    })
    onTestFinished(() => service.close())
    const data = await done(['activity', '--limit', `${limit}`, '--data', service.url, ...by('alice')])
    expect(data.transactions.map(({ hash }: { hash: string }) => hash)).toEqual(hashes)
    expect(data.more).toBe(more)
    const asked = service.asked('/history').map(({ path }) => new URL(path, service.url))
    expect(asked.map(({ searchParams }) => searchParams.get('cursor'))).toEqual(cursors)
  })

  it("lists the devnet's history once, the newest first", async () => {
    // Every devnet begins with the same transfers to every account, so there is a history.
    const all = (await done(['activity', '--limit', '1000', ...by('alice')])).transactions
    const hashes = all.map(({ hash }: { hash: string }) => hash)
    expect(hashes.length).toBeGreaterThan(1)
    expect(new Set(hashes).size).toBe(hashes.length)
    const times = all.map(({ at }: { at: string }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it.each(['0', '-1', '1.5', 'many', '1001'])('refuses %s as a limit', async (limit) => {
    const ran = await json(['activity', `--limit=${limit}`, ...by('alice')])
    expect(ran).toMatchObject({ code: 2, error: { code: 'validation/invalid-input' } })
  })

  it('says that the activity is unknown on a network without a data service', async () => {
    expect(await json(['activity', ...by('alice', 'devnet-cosmos')])).toMatchObject({
      code: 2,
      error: { code: 'config/endpoint-off', hint: expect.stringContaining('--data') },
    })
  })
})

describe('latchkey names', () => {
  it('resolves a name to an address on the given network, and the address back to the name', async () => {
    expect(await done(['names', 'resolve', 'BOB.latchkey.test'])).toMatchObject({
      name: 'bob.latchkey.test',
      address: bob.eip155!.address,
    })
    expect(await done(['names', 'resolve', 'bob.latchkey.test', '-n', 'devnet-solana'])).toMatchObject({
      address: bob.solana!.address,
    })
    expect(await done(['names', 'reverse', 'dev:bob'])).toMatchObject({ name: 'bob.latchkey.test' })
    const plain = await runCli(['names', 'resolve', 'bob.latchkey.test', '-q'], { env })
    expect(plain.stdout).toBe(`${bob.eip155!.address}\n`)
  })

  it('registers a name that latchkey send accepts as a recipient', async () => {
    const label = `paid-${Date.now()}`
    // Uses a new account, because the chain keeps the name, and other test files use the chain later.
    const secret = generatePrivateKey()
    const holder = ['-w', 'key:env:KEY', '-n', 'devnet', '--yes']
    Object.assign(env, { KEY: secret })
    const { name } = await done(['names', 'register', label, ...holder])
    expect(name).toBe(`${label}.latchkey.test`)
    const sent = await done(['send', '--to', name, '--amount', '0.25', '--wait', '--yes', ...by('alice')])
    expect(sent).toMatchObject({ to: privateKeyToAddress(secret), status: { phase: 'confirmed' } })
    // The service refuses a second name for an account, and the command shows the service's reason.
    const ran = await runCli(['names', 'register', `${label}-more`, ...holder], { env })
    expect(ran.stderr).toContain(`because: It has the name ${name} already`)
    expect(ran.stderr).toContain('[name/register-failed]')
  })

  it.each([
    ['abc', 'validation/invalid-input', 2],
    ['with space', 'validation/invalid-input', 2],
    ['lovelace.eth', 'validation/invalid-input', 2],
  ])('refuses to register %j', async (name, code, exit) => {
    expect(await json(['names', 'register', name, '--yes', ...by('heidi')])).toMatchObject({
      code: exit,
      error: { code },
    })
  })

  it('finds no address for an unknown name, which latchkey send refuses', async () => {
    const { amount: before } = await done(['balance', ...by('alice')])
    for (const [to, network] of [
      ['nobody.latchkey.test', 'devnet'],
      ['bob.latchkey.test', 'devnet-bitcoin'],
      ['bob..test', 'devnet'],
    ] as const) {
      const ran = await json(['send', '--to', to, '--amount', '0.001', '--yes', ...by('alice', network)])
      expect(ran, to).toMatchObject({ ok: false, data: null })
      expect(['name/resolve-failed', 'validation/invalid-input']).toContain(ran.error!.code)
    }
    expect((await done(['balance', ...by('alice')])).amount).toBe(before)
  })
})

describe('latchkey receive', () => {
  it.each([
    ['devnet', `ethereum:${alice.eip155!.address}@31337`],
    ['devnet-solana', `solana:${alice.solana!.address}`],
    ['devnet-bitcoin', `bitcoin:${alice.bip122!.address}`],
    ['devnet-cosmos', alice.cosmos!.address],
  ])('shows on %s a QR code that a decoder reads as %s', async (network, uri) => {
    expect(await done(['receive', ...by('alice', network)])).toMatchObject({ uri })
    const ran = await runCli(['receive', ...by('alice', network)], { env, watched: true })
    expect(ran.stdout).toContain(uri)
    expect(readCode(ran.stderr)).toBe(uri)
    expect((await runCli(['receive', ...by('alice', network)], { env })).stderr).toBe('')
  })
})

describe('latchkey check with a data service', () => {
  it('finds its own send in the activity, and resolves the name that it registered', async () => {
    const { steps, ok } = await checkDevnet(devnet)
    expect(ok).toBe(true)
    const seen = (name: string) => steps.find(({ step }) => step === name)!
    expect(seen('tokens').seen).toMatchObject({ source: 'service' })
    expect(seen('activity').summary).toContain('2 of this flow')
    expect(seen('names').seen).toMatchObject({ resolved: alice.eip155!.address })
    expect(seen('send to name').seen).toMatchObject({ to: { address: bob.eip155!.address } })
  })

  it.each([
    ['tokens', '/balance', (text: string) => text.replace(/("symbol":"ETH".*?"numeric":")\d/, '$17')],
    ['activity', '/history', (text: string) => text.replaceAll('"numeric":"0.25"', '"numeric":"0.35"')],
    [
      'names',
      '/profile/account',
      (text: string) => text.replaceAll(new RegExp(alice.eip155!.address, 'gi'), mallory),
    ],
  ])('detects a service that reports %s wrongly', async (step, path, lie) => {
    const url = lent(
      await lyingService(devnet.data!.url, (asked, body) =>
        asked.includes(path) ? JSON.parse(lie(JSON.stringify(body))) : body,
      ),
    )
    const { steps, ok } = await checkDevnet(devnet, {
      data: { projectId: 'test', zone: devnet.data!.zone, url },
    })
    expect(ok).toBe(false)
    expect(steps.find(({ status }) => status === 'wrong')).toMatchObject({ step, exitCode: 7 })
  })
})

const mallory = '0x00000000000000000000000000000000000Bad01'

/**
 * Returns the text in a QR code of half blocks. The code is drawn for a dark terminal, so the drawn parts are light.
 */
function readCode(text: string): string | undefined {
  const rows = text.split('\n').filter((line) => /[█▀▄]/.test(line))
  const scale = 4
  const width = rows[0]!.length * scale
  const height = rows.length * 2 * scale
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const half = Math.floor(y / scale)
      const cell = rows[half >> 1]![Math.floor(x / scale)] ?? ' '
      const light = cell === '█' || cell === (half % 2 === 0 ? '▀' : '▄')
      pixels.set([...Array(3).fill(light ? 255 : 0), 255], (y * width + x) * 4)
    }
  }
  return jsQR(pixels, width, height)?.data
}
