import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatUnits, verifyMessage, verifyTypedData } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askNode } from '../../cli/nodes/node-rpc.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { runningDevnet } from './support/devnet.ts'
import { fixedServer } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.eip155!
const bob = devAccounts.bob!.eip155!
const carol = devAccounts.carol!.eip155!

let home: string
let devnet: Awaited<ReturnType<typeof runningDevnet>>
let urls: readonly string[]
let lkt: string

const cli = (argv: readonly string[], options: Parameters<typeof runCli>[1] = {}) =>
  runCli(['--yes', ...argv], { ...options, env: { LATCHKEY_HOME: home, ...options.env } })
const json = async (argv: readonly string[], options?: Parameters<typeof runCli>[1]) => {
  const ran = await cli([...argv, '--json'], options)
  return { code: ran.code, stderr: ran.stderr, ...ran.json() }
}
const nonce = async (address: string, url = urls[0]!) =>
  Number(await askNode<string>(url, 'eth_getTransactionCount', [address, 'latest']))

beforeAll(async () => {
  devnet = await runningDevnet()
  home = devnet.home
  urls = devnet.data.nodes.map(({ url }: { url: string }) => url)
  lkt = devnet.data.tokens[0].asset
}, leaseTimeout)

afterAll(() => devnet?.stop())

// Each command continues with the session of the previous command.
describe('a session over several commands', { shuffle: false }, () => {
  it('connects once, and the next commands use the same wallet', async () => {
    expect(await json(['connect', '-w', 'dev:alice'])).toMatchObject({
      code: 0,
      data: { wallet: 'dev:alice', address: alice.address, network: 'eip155:31337' },
    })
    expect(await json(['status'])).toMatchObject({
      data: { connected: true, status: 'connected', address: alice.address },
    })
    expect((await cli(['balance', '-q'])).stdout).toMatch(/^\d+(\.\d+)?\n$/)
    const balanceOf = `0x70a08231${alice.address.slice(2).padStart(64, '0')}`
    const call = [{ to: lkt.split(':').at(-1), data: balanceOf }, 'latest']
    const result = await askNode<string>(urls[0]!, 'eth_call', call)
    const held = formatUnits(BigInt(result!), 18).replace(/\.0$/, '')
    expect((await cli(['balance', '--token', 'LKT', '-q'])).stdout).toBe(`${held}\n`)
  })

  it("is stored without a key, in a file that only the file's owner can read", async () => {
    const files = readdirSync(home).filter((name) => !name.endsWith('.tmp'))
    expect(files).toContain('session.json')
    const texts = files.map((name) => readFileSync(join(home, name), 'utf8')).join('\n')
    expect(texts).toContain('dev:alice')
    for (const { eip155 } of Object.values(devAccounts)) expect(texts).not.toContain(eip155!.secret.slice(2))
    if (process.platform === 'win32') return
    expect(statSync(home).mode & 0o777).toBe(0o700)
    for (const name of files) expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
  })

  it('sends an exact amount of the native token, and waits until a block includes the transaction', async () => {
    const before = BigInt((await json(['balance', bob.address])).data.value)
    const sent = await json(['send', '--to', 'dev:bob', '--amount', '0.000000000000000001', '--wait'])
    expect(sent).toMatchObject({
      code: 0,
      data: {
        amount: '1',
        status: { phase: 'confirmed' },
        explorer: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/explorer\/eip155%3A31337\/tx\/0x/),
      },
    })
    expect(sent.data.hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(BigInt((await json(['balance', 'dev:bob'])).data.value)).toBe(before + 1n)
  })

  it('sends a token by address, by CAIP-19 id and by symbol', async () => {
    const before = BigInt((await json(['balance', carol.address, '--token', lkt])).data.value)
    for (const token of [lkt, lkt.split(':').at(-1)!, 'lkt']) {
      const ran = await cli([
        'send',
        '--to',
        carol.address,
        '--amount',
        '1.5',
        '--token',
        token,
        '--wait',
        '-q',
      ])
      expect(ran.stdout).toMatch(/^0x[0-9a-f]{64}\n$/)
    }
    const after = BigInt((await json(['balance', carol.address, '--token', lkt])).data.value)
    expect(after - before).toBe(4_500_000_000_000_000_000n)
  })

  it('signs nothing in a dry run', async () => {
    const before = await nonce(alice.address)
    const dry = await json(['send', '--to', 'dev:bob', '--amount', '1', '--dry-run'])
    expect(dry).toMatchObject({
      code: 0,
      data: { dryRun: true, covered: true, amount: '1000000000000000000' },
    })
    expect(BigInt(dry.data.fee)).toBeGreaterThan(0n)
    expect(await nonce(alice.address)).toBe(before)
  })

  it('signs a message from an argument, a file or standard input', async () => {
    const text = 'grüß dich 👋\n'
    const file = join(tempDir(), 'message')
    writeFileSync(file, text)
    const runs = [
      await cli(['sign', 'message', text, '-q']),
      await cli(['sign', 'message', '--file', file, '-q']),
      await cli(['sign', 'message', '-', '-q'], { stdin: text }),
    ]
    for (const { stdout } of runs) expect(verifyMessage(text, stdout.trim())).toBe(alice.address)
  })

  it('signs typed data exactly, and refuses numbers that JSON would round', async () => {
    const data = (amount: unknown) => ({
      domain: { name: 'Shop', chainId: 31337 },
      primaryType: 'Order',
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Order: [{ name: 'amount', type: 'uint256' }],
      },
      message: { amount },
    })
    const exact = '115792089237316195423570985008687907853269984665640564039457584007913129639935'
    const signed = await cli(['sign', 'typed-data', '-', '-q', '--allow-danger', 'unknown'], {
      stdin: JSON.stringify(data(exact)),
    })
    const { Order } = data(exact).types
    expect(verifyTypedData(data(exact).domain, { Order }, { amount: exact }, signed.stdout.trim())).toBe(
      alice.address,
    )
    const rounded = await json([
      'sign',
      'typed-data',
      JSON.stringify(data(0)).replace('"amount":0', '"amount":9007199254740993'),
    ])
    expect(rounded).toMatchObject({ code: 2, error: { message: expect.stringContaining('typed-data') } })
  })

  it('keeps the network to which a command switched', async () => {
    const before = await nonce(alice.address, urls[1])
    expect(await json(['switch', 'devnet2'])).toMatchObject({
      code: 0,
      data: { from: 'eip155:31337', to: 'eip155:31338' },
    })
    expect((await json(['status'])).data.network).toBe('eip155:31338')
    const sent = await json(['send', '--to', 'dev:bob', '--amount', '1', '--wait'])
    expect(sent).toMatchObject({ code: 0, data: { network: 'eip155:31338' } })
    expect(await nonce(alice.address, urls[1])).toBe(before + 1)
    expect((await json(['switch', 'eip155:31337'])).code).toBe(0)
  })

  it('switches from the network of the stored wallet, even if LATCHKEY_NETWORK names another network', async () => {
    expect((await json(['switch', 'devnet2'])).code).toBe(0)
    for (const LATCHKEY_NETWORK of ['devnet', 'devnet-solana']) {
      const env = { LATCHKEY_NETWORK }
      expect(await json(['switch', 'devnet'], { env })).toMatchObject({
        code: 0,
        data: { from: 'eip155:31338', to: 'eip155:31337' },
      })
      expect((await json(['switch', 'devnet2'], { env })).code).toBe(0)
    }
    expect((await json(['switch', 'devnet'])).code).toBe(0)
  })

  it('can use another wallet for one command, and stays unchanged', async () => {
    const env = { KEY: bob.secret }
    const signed = await json(['sign', 'message', 'hi', '-w', 'key:env:KEY', '-n', 'devnet', '--verbose'], {
      env,
    })
    expect(verifyMessage('hi', signed.data.signature)).toBe(bob.address)
    expect(JSON.stringify(signed)).not.toContain(bob.secret.slice(2))
    const piped = await json(['sign', 'message', 'hi', '-w', 'key:-', '-n', 'devnet'], {
      stdin: carol.secret,
    })
    expect(verifyMessage('hi', piped.data.signature)).toBe(carol.address)
    expect((await json(['status'])).data.wallet).toBe('dev:alice')
  })

  it('refuses a command that reads both a key and a message from standard input', async () => {
    const ran = await json(['sign', 'message', '-', '-w', 'key:-', '-n', 'devnet'], { stdin: bob.secret })
    expect(ran).toMatchObject({ code: 2, error: { message: expect.stringContaining('wallet') } })
  })

  it('explains the error of a send above the balance, and sends nothing', async () => {
    const before = await nonce(alice.address)
    const ran = await json(['send', '--to', 'dev:bob', '--amount', '1000000'])
    expect(ran.code).toBe(1)
    expect(ran.error?.hint).not.toBeNull()
    expect(await nonce(alice.address)).toBe(before)
  })

  it.each<[string, readonly string[]]>([
    ['a send', []],
    ['a dry run', ['--dry-run']],
  ])(
    "reports a low token balance before the fee estimate of %s, with the library's message",
    async (_, more) => {
      const argv = ['send', '--to', 'dev:bob', '--amount', '1000000000000', '--asset', lkt, '--yes', ...more]
      expect(await json(argv)).toMatchObject({
        code: 1,
        error: { code: 'validation/insufficient-balance', message: expect.stringContaining('LKT') },
      })
    },
  )

  it('refuses to start a second devnet', async () => {
    expect(await json(['devnet'])).toMatchObject({ code: 1, error: { code: 'cli/devnet-running' } })
    const { code, data } = await json(['devnet', 'status'])
    expect(code).toBe(0)
    expect(data.running).toBe(true)
    expect(data.nodes.length).toBeGreaterThanOrEqual(2)
    expect(data.nodes.filter(({ answers }: { answers: boolean }) => !answers)).toEqual([])
  })

  it("ends with latchkey disconnect, which clears the session's data", async () => {
    expect(await json(['disconnect'])).toMatchObject({ code: 0, data: { disconnected: true } })
    expect((await json(['status'])).data.connected).toBe(false)
    expect((await json(['balance'])).code).toBe(4)
    expect((await json(['connect', '-w', 'dev:alice'])).code).toBe(0)
    expect((await json(['status'])).data.status).toBe('connected')
  })
})

describe('a keystore in a session', () => {
  const password = 'a password of its own'
  let passwordFile: string
  let keystore: string

  beforeAll(async () => {
    const dir = join(home, '..')
    passwordFile = join(dir, 'password')
    keystore = join(dir, 'alice.json')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const env = { LATCHKEY_PASSWORD_FILE: passwordFile, KEY: alice.secret }
    await cli(['keystore', 'import', keystore, '--from', 'key:env:KEY'], { env })
    await cli(['connect', '-w', `keystore:${keystore}`, '-n', 'devnet'], { env })
  })

  it('needs its password to sign, but not to read', { tags: ['ci'] }, async () => {
    expect((await json(['balance'])).code).toBe(0)
    expect(await json(['status'])).toMatchObject({ code: 0, data: { address: alice.address } })
    expect(await json(['sign', 'message', 'hi'])).toMatchObject({
      code: 4,
      error: { code: 'cli/password-missing' },
    })
    const env = { LATCHKEY_PASSWORD: 'wrong one' }
    expect(await json(['sign', 'message', 'hi'], { env })).toMatchObject({
      code: 4,
      error: { code: 'cli/wrong-password' },
    })
    const right = { LATCHKEY_PASSWORD_FILE: passwordFile }
    const signed = await json(['sign', 'message', 'hi'], { env: right })
    expect(verifyMessage('hi', signed.data.signature)).toBe(alice.address)
  })

  it('gets no request for a switch to the network that the wallet is already on', async () => {
    const { network } = (await json(['status'])).data
    const before = readFileSync(join(home, 'session.json'), 'utf8')
    for (const name of ['devnet', network]) {
      const ran = await cli(['switch', name])
      expect(ran).toMatchObject({ code: 0, stdout: 'The wallet is on Devnet One (eip155:31337) already.\n' })
      expect(await json(['switch', name])).toMatchObject({ code: 0, data: { from: network, to: network } })
    }
    expect(readFileSync(join(home, 'session.json'), 'utf8')).toBe(before)
    // A switch to another network sends a request to the wallet, which needs the password.
    expect(await json(['switch', 'devnet2'])).toMatchObject({
      code: 4,
      error: { code: 'cli/password-missing' },
    })
  })

  // A request to the wallet needs the password, which these commands don't have. So a command that sends a request to
  // the wallet ends with the exit code 4.
  const to = bob.address
  it.each([
    ['amount', ['--amount', '1e3', '--to', to]],
    ['amount', ['--amount', '1,5', '--to', to]],
    ['amount', ['--amount', '0x10', '--to', to]],
    ['amount', ['--amount', '-1', '--to', to]],
    ['amount', ['--amount', ' 1', '--to', to]],
    ['amount', ['--amount', '١', '--to', to]],
    ['amount', ['--amount', 'Infinity', '--to', to]],
    ['amount', ['--amount', '0', '--to', to]],
    ['amount', ['--amount', '0.0000000000000000001', '--to', to]],
    ['amount', ['--amount', '0.0000001', '--to', to, '--token', 'tUSD']],
    [
      'amount',
      [
        '--amount',
        '115792089237316195423570985008687907853269984665640564039457.584007913129639936',
        '--to',
        to,
      ],
    ],
    ['amount', ['--to', to]],
    ['receiver', ['--amount', '1']],
    ['to', ['--amount', '1', '--to', to.slice(0, -1)]],
    ['to', ['--amount', '1', '--to', `${to}0`]],
    ['to', ['--amount', '1', '--to', to.replace('C5', 'c5')]],
    ['to', ['--amount', '1', '--to', `eip155:1:${to}`]],
    ['to', ['--amount', '1', '--to', `eip155::${to}`]],
    ['to', ['--amount', '1', '--to', 'dev:nobody']],
    ['network', ['--amount', '1', '--to', to, '-n', 'seplia']],
    ['network', ['--amount', '1', '--to', to, '-n', 'eip155']],
    ['network', ['--amount', '1', '--to', to, '-n', 'eip155:']],
    ['network', ['--amount', '1', '--to', to, '-n', 'eip155:0x1']],
    ['network', ['--amount', '1', '--to', to, '-n', 'eip155:1:2']],
    ['network', ['--amount', '1', '--to', to, '-n', 'sepolia']],
    ['token', ['--amount', '1', '--to', to, '--token', '']],
    ['token', ['--amount', '1', '--to', to, '--token', 'NOPE']],
    ['token', ['--amount', '1', '--to', to, '--token', 'eip155:1/erc20:0x12']],
    ['token', ['--amount', '1', '--to', to, '--token', `eip155:1/erc20:${to}`]],
    ['token', ['--amount', '1', '--to', to, '--token', `eip155:31337/erc721:${to}`]],
    ['token', ['--amount', '1', '--to', to, '--token', carol.address]],
    ['rpc', ['--amount', '1', '--to', to, '--rpc', 'localhost:8545']],
  ])('doesn\'t get a request from latchkey send if the value "%s" in %j is invalid', async (field, argv) => {
    const ran = await json(['send', ...argv])
    expect(ran.code).toBe(2)
    expect(ran.error?.message).toMatch(new RegExp(`\\b${field}\\b`, 'i'))
  })

  it('gets a request from latchkey send if all values are valid', async () => {
    // As in the library, the 0x is optional.
    for (const good of [to, to.slice(2)])
      expect((await json(['send', '--to', good, '--amount', '1'])).code).toBe(4)
  })

  it.each([
    ['network', ['switch', 'nowhere']],
    ['network', ['switch', 'eip155:424242']],
    ['account', ['balance', '0x123']],
    ['account', ['balance', 'eip155:31337:0x123']],
    ['token', ['balance', '--token', '0x123']],
    ['message', ['sign', 'message']],
    ['message', ['sign', 'message', 'x', '--file', 'y']],
    ['message', ['sign', 'message', '--file', '/no/such/file']],
    ['typed-data', ['sign', 'typed-data', '{']],
    ['typed-data.types', ['sign', 'typed-data', '{}']],
    [
      'typed-data.primaryType',
      ['sign', 'typed-data', '{"types":{},"domain":{},"message":{},"primaryType":"X"}'],
    ],
    ['wallet', ['connect', '-w', 'alice']],
    ['wallet', ['connect', '-w', 'dev:']],
    ['wallet', ['connect', '-w', 'dev:toString']],
    ['wallet', ['connect', '-w', 'ledger:1']],
    ['wallet', ['connect', '-w', 'key:/no/such/file', '-n', 'devnet']],
    ['wallet', ['connect', '-w', 'keystore:/no/such/file', '-n', 'devnet']],
    ['wallet', ['connect', '-w', 'key:env:not-a-name', '-n', 'devnet']],
    ['network', ['connect', '-w', 'key:env:KEY']],
  ])('isn\'t opened if the value "%s" in %j is invalid', async (field, argv) => {
    const ran = await json(argv, { env: { KEY: carol.secret } })
    expect(ran.code).toBe(2)
    expect(ran.error?.message).toContain(field)
  })
})

describe('the command line', () => {
  it('allows accounts of the devnet only on the devnet', async () => {
    for (const argv of [
      ['-n', 'sepolia'],
      ['-n', 'mainnet'],
      ['-n', 'eip155:31337', '--rpc', 'https://rpc.example.org'],
    ]) {
      const ran = await json(['connect', '-w', 'dev:alice', ...argv])
      expect(ran).toMatchObject({
        code: 2,
        error: { message: expect.stringContaining('not the local devnet') },
      })
    }
  })

  it.each([
    ['to', ['send', '--to', 'dev:bob', '--amount', '1']],
    ['argument', ['call', bob.address, 'pay(address)', 'dev:bob']],
    ['argument', ['call', bob.address, 'pay(address[])', '["dev:bob"]']],
    ['argument', ['call', 'dev:bob', 'pay()', '--value', '1']],
  ])('allows accounts of the devnet as recipients only on the devnet: %s in %j', async (field, argv) => {
    const where = ['-w', 'key:env:KEY', '-n', 'mainnet', '--rpc', urls[0]!, '--allow-mainnet']
    const ran = await json([...argv, ...where], { env: { KEY: carol.secret } })
    expect(ran).toMatchObject({
      code: 2,
      error: { message: `${field}: dev:bob is a devnet account, and eip155:1 is not the local devnet` },
    })
  })

  it('allows a send on a mainnet or an unknown network only with an option', async () => {
    const env = { KEY: carol.secret }
    for (const network of ['mainnet', 'eip155:424242']) {
      const argv = [
        'send',
        '-w',
        'key:env:KEY',
        '-n',
        network,
        '--rpc',
        urls[0]!,
        '--to',
        bob.address,
        '--amount',
        '1',
      ]
      const ran = await json(argv, { env })
      expect(ran).toMatchObject({ code: 2, error: { hint: expect.stringContaining('--allow-mainnet') } })
      // With the option, the command asks the endpoint, which serves another network.
      const allowed = await json([...argv, '--allow-mainnet'], { env })
      expect(allowed).toMatchObject({ code: 5, error: { code: 'network/endpoint-mismatch' } })
    }
  })
})

describe('an endpoint that fails', () => {
  const env = { KEY: carol.secret }
  const balance = (url: string, ...more: string[]) =>
    json(['balance', '-w', 'key:env:KEY', '-n', 'eip155:31337', '--rpc', url, ...more], { env })

  it('ends the command with the exit code 5 if it is unreachable', async () => {
    const ran = await balance('http://127.0.0.1:9')
    expect(ran.code).toBe(5)
    expect(ran.error?.message).toContain('127.0.0.1:9')
  })

  it('ends the command with the exit code 5 if it answers with HTML or an error page', {
    tags: ['ci'],
  }, async () => {
    for (const status of [200, 502]) {
      const server = await fixedServer(status, '<html>bad gateway</html>')
      const ran = await balance(server.url)
      await server.stop()
      expect(ran.code).toBe(5)
    }
  })

  it("ends the command with the exit code 6 if it doesn't answer", async () => {
    const server = await fixedServer(200, undefined)
    const ran = await balance(server.url, '--timeout', '1')
    await server.stop()
    expect(ran).toMatchObject({ code: 6, error: { code: 'cli/timeout' } })
  })

  it('ends the command with an error if it returns an impossible balance', async () => {
    const server = await fixedServer(200, '{"jsonrpc":"2.0","id":1,"result":"0xZZ"}')
    const ran = await balance(server.url)
    await server.stop()
    expect(ran.code).not.toBe(0)
    expect(ran.data).toBeNull()
  })
})
