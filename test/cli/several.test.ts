import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { runningDevnet } from './support/devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!

let world: Awaited<ReturnType<typeof runningDevnet>>
const json: typeof world.json = (argv, options) => world.json(argv, options)
const done = async (argv: readonly string[]) => {
  const ran = await json(argv)
  expect(ran.code, JSON.stringify(ran.error)).toBe(0)
  return ran.data
}

beforeAll(async () => {
  world = await runningDevnet()
}, leaseTimeout)
afterAll(() => world?.stop())
afterEach(() => done(['disconnect', '--all']))

const families = ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'] as const
const network = (family: string, at = 0): string =>
  world.data.networks.filter(({ chainNamespace }: { chainNamespace: string }) => chainNamespace === family)[
    at
  ].caipNetworkId
const connect = (family: string, wallet = 'dev:alice') =>
  done(['connect', '-w', wallet, '-n', network(family)])

describe('wallets of several families', () => {
  it('can be connected at the same time', { tags: ['ci'] }, async () => {
    const there = families.filter((family) => world.families.has(family))
    expect(there.length).toBeGreaterThanOrEqual(4)
    for (const family of there) await connect(family)
    const { wallets, ...active } = await done(['status'])
    expect(active).toMatchObject({ connected: true, status: 'connected', family: there.at(-1) })
    expect(wallets).toHaveLength(there.length)
    for (const family of there)
      expect(wallets).toContainEqual(
        expect.objectContaining({
          family,
          status: 'connected',
          wallet: 'dev:alice',
          network: network(family),
          address: alice[family]!.address,
          active: family === there.at(-1),
        }),
      )
    const text = (await world.cli(['status'])).stdout
    for (const family of there) expect(text).toContain(alice[family]!.address)
    for (const family of there)
      expect((await done(['balance', '-n', network(family)])).account).toBe(
        `${network(family)}:${alice[family]!.address}`,
      )
  })

  it('are chosen by the address, account or asset in the command', async () => {
    await connect('solana')
    await connect('eip155')
    expect((await done(['balance'])).account).toContain('eip155:')
    expect((await done(['balance', bob.solana!.address])).account).toBe(
      `${network('solana')}:${bob.solana!.address}`,
    )
    const token = world.data.tokens.find(({ asset }: { asset: string }) =>
      asset.startsWith(`${network('solana')}/`),
    )
    expect((await done(['balance', '--asset', token.asset])).account).toBe(
      `${network('solana')}:${alice.solana!.address}`,
    )
    const dry = await done(['send', '--to', bob.solana!.address, '--amount', '0.1', '--dry-run'])
    expect(dry).toMatchObject({ from: `${network('solana')}:${alice.solana!.address}`, decimals: 9 })
    const account = `${network('solana')}:${bob.solana!.address}`
    expect(await done(['send', '--to', account, '--amount', '0.1', '--dry-run'])).toMatchObject({
      to: bob.solana!.address,
    })
    expect(await done(['send', '--to', 'dev:bob', '--amount', '0.1', '--dry-run'])).toMatchObject({
      to: bob.eip155!.address,
    })
  })

  it('are each shown with their own endpoint, whatever URL the environment names', async () => {
    await connect('eip155')
    await connect('solana')
    const { wallets } = (await json(['status'], { env: { LATCHKEY_RPC_URL: 'http://127.0.0.1:9' } })).data
    expect(wallets.map(({ status }: { status: string }) => status)).toEqual(['connected', 'connected'])
    const text = await world.cli(['status'], { env: { LATCHKEY_RPC_URL: 'http://127.0.0.1:9' } })
    expect(text.stdout).not.toContain('127.0.0.1:9\n')
  })

  it('say where an address is valid if it is invalid on their networks', async () => {
    await connect('eip155')
    expect(await json(['balance', bob.solana!.address])).toMatchObject({
      code: 2,
      error: { hint: expect.stringContaining('an address of solana') },
    })
    // The command names the network of the address, so it needs no connection on this network.
    const account = ['balance', bob.solana!.address, '-n', network('solana')]
    expect((await done(account)).symbol).toBe('SOL')
  })

  it("accept their network's own names for assets, as well as CAIP-19 ids", async () => {
    await connect('cosmos')
    const found = world.data.tokens.find(({ asset }: { asset: string }) =>
      asset.startsWith(`${network('cosmos')}/ibc:`),
    )
    const hash = found.asset.split('ibc:')[1]
    expect(await done(['balance', '--asset', `ibc/${hash}`])).toMatchObject({ asset: found.asset })
    expect(await done(['balance', '--asset', 'ATOM'])).toMatchObject({ asset: null })
    expect(await json(['balance', '--asset', 'ibc/12'])).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^asset: /), hint: expect.stringContaining(network('cosmos')) },
    })
    expect(await json(['balance', '--asset', 'x', '--token', 'y'])).toMatchObject({ code: 2 })
  })

  it('connect and disconnect independently', async () => {
    await connect('cosmos')
    await connect('solana', 'dev:carol')
    await connect('eip155')
    expect(await done(['switch', network('eip155', 1)])).toMatchObject({ to: network('eip155', 1) })
    const moved = await done(['status'])
    expect(moved.wallets.map(({ network: id }: { network: string }) => id).sort()).toEqual(
      [network('cosmos'), network('eip155', 1), network('solana')].sort(),
    )
    // Connecting or disconnecting a wallet of one family doesn't affect the wallets of other families.
    await connect('eip155', 'dev:bob')
    expect(await done(['status', '-n', network('solana')])).toMatchObject({ wallet: 'dev:carol' })
    expect(await done(['disconnect', '-n', network('solana')])).toMatchObject({
      disconnected: true,
      address: devAccounts.carol!.solana!.address,
      left: ['eip155', 'cosmos'],
    })
    expect(await json(['sign', 'message', 'hi', '-n', network('solana')])).toMatchObject({
      code: 4,
      error: { message: expect.stringContaining('solana') },
    })
    expect((await done(['sign', 'message', 'hi', '-n', network('cosmos')])).scheme).toBe('adr36')
    expect(await done(['disconnect', '--family', 'cosmos'])).toMatchObject({ left: ['eip155'] })
    expect(await done(['disconnect', '--family', 'cosmos'])).toMatchObject({ disconnected: false })
    expect(await done(['status'])).toMatchObject({ wallet: 'dev:bob', status: 'connected' })
    expect(await done(['disconnect'])).toMatchObject({ wallet: 'dev:bob', left: [] })
    expect(await done(['status'])).toMatchObject({ connected: false })
  })

  it('switch only within their family', async () => {
    await connect('solana')
    await connect('eip155')
    await done(['switch', network('solana', 1)])
    expect(await done(['status'])).toMatchObject({ network: network('solana', 1) })
    const ran = await json(['switch', network('cosmos')])
    expect(ran).toMatchObject({
      code: 4,
      error: { code: 'connection/not-connected', hint: expect.stringContaining('latchkey connect') },
    })
    expect(await json(['disconnect', '--family', 'solanna'])).toMatchObject({
      code: 2,
      error: { hint: 'Did you mean solana?' },
    })
    expect(await json(['disconnect', '--family', 'solana', '--all'])).toMatchObject({ code: 2 })
    expect((await done(['status'])).wallets).toHaveLength(2)
  })

  it("are still shown when one of them can't be restored", async () => {
    await connect('eip155')
    await connect('solana')
    const path = join(world.home, 'session.json')
    const stored = JSON.parse(readFileSync(path, 'utf8'))
    const record = JSON.parse(stored['cli/wallets/solana'])
    stored['cli/wallets/solana'] = JSON.stringify({ ...record, wallet: 'ledger:1' })
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
    const { wallets } = await done(['status'])
    expect(wallets.map(({ status }: { status: string }) => status)).toEqual(['unavailable', 'connected'])
    expect(await json(['status', '-n', network('solana')])).toMatchObject({ code: 2 })
    expect(await json(['sign', 'message', 'x'])).toMatchObject({ code: 2 })
    expect((await done(['sign', 'message', 'x', '-n', network('eip155')])).scheme).toBe('eip191')
  })
})

describe('a session file of an earlier version', () => {
  const old = (record: unknown, more: object = {}) => {
    const LATCHKEY_HOME = join(tempDir(), 'home')
    mkdirSync(LATCHKEY_HOME, { mode: 0o700 })
    const text = JSON.stringify({ 'cli/wallet': record, ...more })
    writeFileSync(join(LATCHKEY_HOME, 'session.json'), text, { mode: 0o600 })
    return { env: { LATCHKEY_HOME } }
  }

  it('keeps its wallet connected', async () => {
    await connect('eip155')
    const stored = JSON.parse(readFileSync(join(world.home, 'session.json'), 'utf8'))
    const client = Object.entries(stored).flatMap(([key, value]) =>
      key.startsWith('eip155/') ? [[key.slice('eip155/'.length), value]] : [],
    )
    expect(client.length).toBeGreaterThan(0)
    const home = old(stored['cli/wallets/eip155'], Object.fromEntries(client))
    const ran = await runCli(['status', '--json'], home)
    expect(ran.stderr).toBe('')
    expect(ran.json().data).toMatchObject({
      connected: true,
      status: 'connected',
      address: alice.eip155!.address,
    })
    const now = Object.keys(JSON.parse(readFileSync(join(home.env.LATCHKEY_HOME, 'session.json'), 'utf8')))
    expect(now).toContain('cli/wallets/eip155')
    expect(now).not.toContain('cli/wallet')
  })

  it.each(['{', 'null', '{}', '{"wallet":"dev:alice","address":"x","network":{"chainNamespace":"tron"}}'])(
    'is dropped with a notice if its record is %s',
    async (record) => {
      const home = old(record, { '@latchkey/x': 'y' })
      const ran = await runCli(['status', '--json'], home)
      expect(ran.json().data).toMatchObject({ connected: false })
      expect(ran.stderr).toContain('was dropped')
      expect((await runCli(['status'], home)).stderr).toBe('')
    },
  )
})
