import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireMainnetAllowed, resolveNetwork } from '../../cli/args/networks.ts'
import type { DevnetStatus } from '../../cli/state/devnet-services.ts'
import { readDevnet, writeDevnet } from '../../cli/state/devnet-status.ts'
import { fileStore } from '../../cli/state/file-store.ts'
import { stateDir } from '../../cli/state/home.ts'
import { writePrivate } from '../../cli/state/private-file.ts'
import { chooseRelay } from '../../cli/walletconnect/relay.ts'
import { relayStore } from '../../cli/walletconnect/store.ts'
import { runCli, tempDir } from './support/run-cli.ts'

describe('the session file', () => {
  const store = () => {
    const path = join(tempDir(), 'session.json')
    return { path, store: fileStore(path, () => {}), again: fileStore(path, () => {}) }
  }

  it('can be changed by another program', () => {
    const { path, store: one, again } = store()
    expect(one.get('a')).toBeNull()
    expect(existsSync(path)).toBe(false)
    one.set('a', '1')
    again.set('b', '2')
    expect(one.keys()).toEqual(['a', 'b'])
    again.remove('a')
    expect(one.get('a')).toBeNull()
    expect(one.get('b')).toBe('2')
  })

  it('is replaced atomically, without leftover files', () => {
    const { path, store: one } = store()
    for (let at = 0; at < 20; at++) one.set('a', String(at))
    expect(readdirSync(join(path, '..'))).toEqual(['session.json'])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it("stays unchanged when it can't be written", () => {
    const { path, store: one } = store()
    one.set('a', '1')
    expect(() => writePrivate(join(path, 'below', 'a', 'file'), 'x')).toThrow()
    expect(one.get('a')).toBe('1')
  })

  it.each(['', '{', 'null', '[]', '"x"', '{"a":1}', '{"__proto__":{"polluted":1}}'])(
    'counts as empty if it contains %j',
    (text) => {
      const { path, store: one } = store()
      writeFileSync(path, text, { mode: 0o600 })
      expect(one.keys()).toEqual([])
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      one.set('b', '2')
      expect(one.get('b')).toBe('2')
    },
  )

  it.each([
    '{',
    'null',
    '{}',
    '{"wallet":1}',
    '{"wallet":"dev:alice","address":"0x","network":{"caipNetworkId":"eip155:1"}}',
  ])('contains no session if its record is %j', async (record) => {
    const env = { LATCHKEY_HOME: tempDir() }
    writeFileSync(join(env.LATCHKEY_HOME, 'session.json'), JSON.stringify({ 'cli/wallet': record }), {
      mode: 0o600,
    })
    for (const argv of [
      ['status', '--json'],
      ['doctor', '--json'],
    ])
      expect((await runCli(argv, { env })).json()).toMatchObject({ ok: true })
    expect((await runCli(['balance', '--json'], { env })).code).toBe(4)
  })
})

describe('the state folder', () => {
  it("is in XDG_STATE_HOME or its default if LATCHKEY_HOME isn't set", () => {
    expect(stateDir({ HOME: '/home/me' })).toBe(join('/home/me', '.local', 'state', 'latchkey'))
    expect(stateDir({ HOME: '/home/me', XDG_STATE_HOME: '/state' })).toBe(join('/state', 'latchkey'))
    expect(stateDir({ HOME: '/home/me', XDG_STATE_HOME: '/state', LATCHKEY_HOME: '/mine' })).toBe('/mine')
  })

  it("isn't created by a command with invalid arguments", { tags: ['ci'] }, async () => {
    const home = join(tempDir(), 'home')
    const env = { LATCHKEY_HOME: home }
    const hostile = [
      '../../x',
      '/etc/passwd',
      '$(touch x)',
      '`id`',
      '--',
      '',
      '\u0000',
      'dev:../alice',
      '__proto__',
      'a'.repeat(100_000),
    ]
    for (const word of hostile) {
      for (const argv of [
        [word],
        ['connect', '-w', word],
        ['connect', '-w', 'dev:alice', '-n', word],
        ['switch', word],
        ['check', word],
      ]) {
        const ran = await runCli([...argv, '--json'], { env })
        expect(ran.code).not.toBe(0)
        if (word !== '--') expect(ran.json().ok).toBe(false)
      }
    }
    expect(existsSync(home)).toBe(false)
    expect(existsSync('x')).toBe(false)
  })

  it('can contain the file of a crashed devnet, which counts as not running', async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const status = {
      id: 'x',
      pid: 2 ** 22 - 1,
      networks: [],
      tokens: [],
      nodes: [],
      accounts: {},
      startedAt: '',
    }
    writeFileSync(join(env.LATCHKEY_HOME, 'devnet.json'), JSON.stringify(status))
    expect((await runCli(['devnet', 'status', '--json'], { env })).json().data).toEqual({ running: false })
    expect((await runCli(['devnet', 'stop'], { env })).code).toBe(0)
    expect(readFileSync(join(env.LATCHKEY_HOME, 'devnet.json'), 'utf8')).toContain('"x"')
  })
})

const local = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Devnet One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  testnet: true,
} as const
const described = (changes: object = {}) =>
  ({
    id: 'x',
    pid: process.pid,
    startedAt: '',
    networks: [local],
    tokens: [],
    nodes: [{ network: 'eip155:31337', url: 'http://127.0.0.1:8545' }],
    accounts: {},
    relay: 'ws://127.0.0.1:7000',
    ...changes,
  }) as unknown as DevnetStatus

describe.skipIf(process.platform === 'win32')('a file that another user may have written', () => {
  const opened: readonly (readonly [string, (home: string, file: string) => void])[] = [
    ['a group can write to it', (_, file) => chmodSync(file, 0o620)],
    ['all users can write to it', (_, file) => chmodSync(file, 0o602)],
    ['is in a folder that a group can write to', (home) => chmodSync(home, 0o770)],
    ['is in a folder that all users can write to', (home) => chmodSync(home, 0o707)],
  ]
  const files = ['session.json', 'devnet.json', 'walletconnect.json'] as const

  it.each(opened.flatMap(([how, open]) => files.map((name) => [name, how, open] as const)))(
    'is refused and stays unchanged if it is %s and %s',
    async (name, _, open) => {
      const env = { LATCHKEY_HOME: tempDir() }
      const file = join(env.LATCHKEY_HOME, name)
      const text = JSON.stringify(name === 'devnet.json' ? described() : { a: '1' })
      writeFileSync(file, text, { mode: 0o600 })
      open(env.LATCHKEY_HOME, file)
      const refused = expect.objectContaining({ code: 'cli/state-writable', exitCode: 4 })
      if (name === 'devnet.json') expect(() => readDevnet(env)).toThrow(refused)
      if (name === 'walletconnect.json') expect(() => relayStore(env)).toThrow(refused)
      if (name === 'session.json') {
        const store = fileStore(file, () => {})
        expect(() => store.get('a')).toThrow(refused)
        expect(() => store.set('b', '2')).toThrow(refused)
        const ran = await runCli(['status', '--json'], { env })
        expect(ran.code).toBe(4)
        expect(ran.json().error).toMatchObject({
          code: 'cli/state-writable',
          hint: expect.stringContaining('chmod go-w'),
        })
      }
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(readdirSync(env.LATCHKEY_HOME)).toEqual([name])
    },
  )

  it("is trusted in a folder in which other users can't replace it", () => {
    const env = { LATCHKEY_HOME: tempDir() }
    writeDevnet(env, described())
    chmodSync(env.LATCHKEY_HOME, 0o1777)
    expect(readDevnet(env)?.id).toBe('x')
  })
})

describe('a running devnet', () => {
  it('never changes the relay of a session', () => {
    const env = { LATCHKEY_HOME: tempDir(), LATCHKEY_PROJECT_ID: 'mine' }
    writeDevnet(env, described())
    expect(chooseRelay(env, undefined, { relay: 'wss://relay.example' }).relayUrl).toBe('wss://relay.example')
    // A session over the public relay has no relay URL.
    expect(chooseRelay(env, undefined, {}).relayUrl).toBeUndefined()
    // A new pairing uses the relay of the devnet, unless another relay is named.
    expect(chooseRelay(env).relayUrl).toBe('ws://127.0.0.1:7000')
    expect(chooseRelay(env, 'wss://other.example', { relay: 'wss://relay.example' }).relayUrl).toBe(
      'wss://other.example',
    )
  })

  it.each<[string, object]>([
    ['a mainnet', { id: 1, caipNetworkId: 'eip155:1' }],
    ['another network with the name of a local network', { id: 1 }],
    ['another family with the name of a local network', { chainNamespace: 'solana' }],
    ['an external URL', { rpcUrls: { default: { http: ['https://rpc.example'] } } }],
    [
      'a local URL and an external URL',
      { rpcUrls: { default: { http: ['http://127.0.0.1:1', 'http://a.example'] } } },
    ],
    [
      'a second list of URLs, with an external URL',
      { rpcUrls: { ...local.rpcUrls, public: { http: ['http://a.example'] } } },
    ],
    [
      'an external WebSocket',
      { rpcUrls: { default: { http: ['http://127.0.0.1:1'], webSocket: ['ws://a.example'] } } },
    ],
    [
      'a host name that only begins like the name of this machine',
      { rpcUrls: { default: { http: ['http://localhost.example'] } } },
    ],
    ['no URL', { rpcUrls: {} }],
    ['a malformed list of URLs', { rpcUrls: { default: { http: 'http://127.0.0.1' } } }],
  ])("isn't trusted if its file describes %s", async (_, changes) => {
    const env = { LATCHKEY_HOME: tempDir() }
    const network = { ...local, ...changes }
    const tokens = [{ asset: `${network.caipNetworkId}/erc20:0x1`, symbol: 'X', decimals: 1, name: 'X' }]
    writeDevnet(env, described({ networks: [network, null, 'x'], tokens, relay: 'wss://relay.example' }))
    expect(readDevnet(env)).toMatchObject({ networks: [], tokens: [], nodes: [], relay: undefined })
    expect((await runCli(['networks', '--json'], { env })).json().ok).toBe(true)
    const meant = await resolveNetwork(env, 'eip155:1')
    expect(() => requireMainnetAllowed(meant, false)).toThrow(/not a test network/)
  })

  it('is trusted if its nodes are on this machine', () => {
    const env = { LATCHKEY_HOME: tempDir() }
    writeDevnet(env, described())
    expect(readDevnet(env)).toMatchObject(JSON.parse(JSON.stringify(described())))
  })
})
