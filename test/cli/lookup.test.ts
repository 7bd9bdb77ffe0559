import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChainNamespace, ChainNetwork } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { builtCli } from './support/bundle.ts'
import { fixedServer } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const env = () => ({ LATCHKEY_HOME: `${tempDir()}/home` })

/**
 * Writes the state file of a running devnet with three families. No test here calls the devnet's nodes. Returns the
 * environment.
 */
function devnetUp() {
  const home = env()
  const chain = (namespace: ChainNamespace, reference: string): ChainNetwork => ({
    id: reference,
    caipNetworkId: `${namespace}:${reference}`,
    chainNamespace: namespace,
    name: `Devnet of ${namespace}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    testnet: true,
  })
  const networks = [
    chain('eip155', '31337'),
    chain('solana', 'BVjqxhGEt2vSootd7K5WZR6sccU2TL3c'),
    chain('solana', '6hYSxPb7y5xt8gtyX966nYk6NDsWcVti'),
    chain('bip122', '0f9188f13cb7b2c71f2a335e3a4fc328'),
  ]
  writeDevnet(home, {
    id: 'test',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    networks,
    tokens: [],
    nodes: [],
    accounts: {},
  })
  return home
}

describe('latchkey inspect', () => {
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  it.each([
    ['eip155:1', { kind: 'caip-2', namespace: 'eip155', reference: '1', name: 'Ethereum', alias: 'mainnet' }],
    ['cosmos:cosmoshub-4', { kind: 'caip-2', namespace: 'cosmos', known: true, name: 'Cosmos Hub' }],
    ['Osmosis', { kind: 'caip-2', alias: 'osmosis', reference: 'osmosis-1' }],
    ['cosmos:nobody-9', { kind: 'caip-2', namespace: 'cosmos', known: false, name: null }],
    [`eip155:1:${account}`, { kind: 'caip-10', network: 'eip155:1', checksum: 'right', valid: true }],
    [
      `eip155:1/erc20:${account.toLowerCase()}`,
      { kind: 'caip-19', assetNamespace: 'erc20', checksummed: account },
    ],
    [account.toLowerCase(), { kind: 'address', checksum: 'absent', checksummed: account }],
    [account.replace('dA', 'da'), { kind: 'address', checksum: 'wrong', valid: false }],
    ['wallet/user-rejected', { kind: 'error', exitCode: 3, docs: 'docs/errors.md#wallet-user-rejected' }],
  ])('explains %s', async (value, expected) => {
    const ran = await runCli(['inspect', value, '--json'], { env: env() })
    expect(ran.code).toBe(0)
    expect(ran.json().data).toMatchObject(expected)
    const text = await runCli(['inspect', value], { env: env() })
    expect(text.stdout).not.toBe('')
  })

  const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  const osmo = 'osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v'
  const polkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  // The addresses are from the test vectors of BIP-350, the genesis block, and the documentation of the networks.
  it.each([
    [bitcoin, 'bip122', { type: 'p2wpkh', networks: 'mainnet' }],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bip122', { networks: 'mainnet' }],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'bip122', { type: 'p2tr' }],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bip122', { type: 'p2pkh' }],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'bip122', { type: 'p2sh' }],
    [osmo, 'cosmos', { prefix: 'osmo', networks: 'Osmosis, Osmosis Testnet' }],
    [polkadot, 'polkadot', { prefix: '0' }],
    [solana, 'solana', { checksum: 'absent' }],
    // The token account for USDC of the wallet above, computed with @solana/web3.js. This address is off the curve.
    ['FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B', 'solana', { owner: 'a program: no key signs for it' }],
  ])('recognizes %s as an address of %s', async (value, namespace, traits) => {
    const ran = await runCli(['inspect', value, '--json'], { env: env() })
    expect(ran.code).toBe(0)
    expect(ran.json().data).toMatchObject({ kind: 'address', namespace, valid: true, ...traits })
  })

  it.each([
    ['a character too few', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604', 'eip155', 'form'],
    ['a wrong checksum', account.replace('dA', 'da'), 'eip155', 'checksum'],
    ['a wrong checksum', bitcoin.replace('fyu', 'fyv'), 'bip122', 'checksum'],
    ['a wrong checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'bip122', 'checksum'],
    // From BIP-350's invalid addresses: taproot with the older checksum, a witness program of one byte, and mixed case.
    [
      'a checksum of another version',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'bip122',
      'checksum',
    ],
    ['a wrong length', 'bc1pw5dgrnzv', 'bip122', 'form'],
    ['mixed case', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'bip122', 'form'],
    ['a wrong prefix', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'bip122', 'prefix'],
    ['a wrong checksum', osmo.replace('l0v', 'l0w'), 'cosmos', 'checksum'],
    ['a wrong prefix', 'cosmosvaloper15yk64u7zc9g9k2yr2wmzeva5qgwxps6yrxm64d', 'cosmos', 'prefix'],
    ['a wrong checksum', polkadot.replace('Sp5', 'Sp6'), 'polkadot', 'checksum'],
    ['a wrong length', solana.slice(0, -2), 'solana', 'form'],
  ])('finds the fault "%s" in %s', async (_, value, namespace, problem) => {
    const ran = await runCli(['inspect', value, '--json'], { env: env() })
    expect(ran.code).toBe(0)
    expect(ran.json().data).toMatchObject({ kind: 'address', namespace, valid: false, problem })
    expect((await runCli(['inspect', value], { env: env() })).stdout).toContain('reason')
  })

  it.each([
    [bitcoin, 'bitcoin-signet', { valid: false, namespace: 'bip122', problem: 'network' }],
    [bitcoin, 'bitcoin', { valid: true, namespace: 'bip122' }],
    [bitcoin, 'sepolia', { valid: false, namespace: 'bip122', problem: 'network' }],
    [osmo, 'cosmos-hub', { valid: false, namespace: 'cosmos', problem: 'network' }],
    ['eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0drkwlgw', 'osmosis', { valid: false, namespace: 'cosmos' }],
    [polkadot, 'solana-devnet', { valid: false, namespace: 'polkadot', problem: 'network' }],
    // The account has the same key on each of these networks, but another encoding.
    [
      polkadot,
      'paseo-asset-hub',
      { valid: true, 'on Paseo Asset Hub': '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY' },
    ],
    [solana, 'solana-devnet', { valid: true }],
  ])('says whether %s is valid on %s', async (value, network, expected) => {
    const ran = await runCli(['inspect', value, '-n', network, '--json'], { env: env() })
    expect(ran.code).toBe(0)
    expect(ran.json().data).toMatchObject(expected)
  })

  it.each(['eip155', 'eip155:', 'bitcoin:1', '0x12', 'wallet/nothing-like-it', 'to/string', '', '__proto__'])(
    'refuses %j',
    async (value) => {
      const ran = await runCli(['inspect', value, '--json'], { env: env() })
      expect(ran.code).toBe(2)
      expect(ran.json().error?.message).toMatch(/^value:/)
    },
  )
})

describe('network suggestions', () => {
  it('contain aliases that begin with the given name', async () => {
    const ran = await runCli(['doctor', '-n', 'solana', '--json'], { env: env() })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.hint).toContain('solana-devnet')
  })

  it.each([
    ['eth', 'mainnet'],
    ['Ethereum', 'mainnet'],
    ['1', 'mainnet'],
    ['mainet', 'mainnet'],
    ['testnet', 'sepolia'],
    ['goerli', 'sepolia'],
    ['seplia', 'sepolia'],
    ['holesky', 'hoodi'],
    ['matic', 'polygon'],
    ['OP Mainnet', 'optimism'],
    ['bnb', 'bsc'],
    // The symbol of a native token.
    ['btc', 'bitcoin'],
    ['signet', 'bitcoin-signet'],
    ['mainnet-beta', 'solana-mainnet'],
    ['sol', 'solana-mainnet'],
    ['dot', 'polkadot-asset-hub'],
    ['cosmoshub-4', 'cosmos-hub'],
    ['atom', 'cosmos-hub'],
  ])('contain the network for the common name %s', async (name, alias) => {
    const home = env()
    const ran = await runCli(['balance', '0x', '-n', name, '--json'], { env: home })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toBe(`network: there is no network "${name}"`)
    const [, said = ''] = /^Did you mean ([a-z0-9-]+)/.exec(ran.json().error?.hint ?? '') ?? []
    expect(said).toBe(alias)
    expect((await runCli(['inspect', said], { env: home })).code).toBe(0)
  })

  it.each(['devnet', 'devnet-btc', 'localhost', 'regtest'])(
    'contain no network of a devnet for the name %s if no devnet is running',
    async (name) => {
      const ran = await runCli(['balance', '0x', '-n', name, '--json'], { env: env() })
      expect(ran.json().error).toMatchObject({
        message: 'network: no devnet is running',
        hint: expect.stringContaining('latchkey devnet'),
      })
    },
  )

  it.each([
    ['devnet-btc', 'devnet-bitcoin'],
    ['devnet-bip122', 'devnet-bitcoin'],
    ['devnet-ethereum', 'devnet'],
    ['devnet-sol2', 'devnet-solana2'],
    ['devnet-solanna', 'devnet-solana'],
    ['regtest', 'devnet-bitcoin'],
    ['localhost', 'devnet'],
  ])('contain the network of the running devnet for the name %s', async (name, alias) => {
    const home = devnetUp()
    const ran = await runCli(['balance', '0x', '-n', name, '--json'], { env: home })
    expect(ran.json().error?.hint).toMatch(new RegExp(`^Did you mean ${alias}\\b`))
    expect((await runCli(['inspect', alias], { env: home })).code).toBe(0)
  })

  it('contain all networks of the running devnet if no network has a similar name', async () => {
    const ran = await runCli(['balance', '0x', '-n', 'devnet-nonsense', '--json'], { env: devnetUp() })
    expect(ran.json().error?.hint).toBe(
      'Of the devnet there are devnet, devnet-solana, devnet-solana2, devnet-bitcoin.',
    )
  })

  it('latchkey networks prints networks with their ids and aliases', async () => {
    const ran = await runCli(['networks', '--json'], { env: env() })
    const { networks } = ran.json().data
    expect(networks).toContainEqual(
      expect.objectContaining({ id: 'eip155:11155111', alias: 'sepolia', testnet: true }),
    )
    const quiet = await runCli(['networks', '--testnets', '-q'], { env: env() })
    expect(quiet.stdout.split('\n')).toContain('eip155:11155111')
    expect(quiet.stdout.split('\n')).not.toContain('eip155:1')
  })
})

describe('the error about an address and its network', () => {
  it.each([
    ['bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', 'bitcoin-testnet4', 'bitcoin-regtest'],
    ['osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v', 'cosmos-hub', 'osmosis'],
    ['osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v', 'cosmos-hub-testnet', 'osmosis-testnet'],
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', 'mainnet', 'solana-mainnet'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'sepolia', 'bitcoin'],
  ])("names a valid network for the address %s, which isn't valid on %s", async (address, wrong, good) => {
    const ran = await runCli(['balance', address, '-n', wrong, '--json'], { env: env() })
    expect(ran.json().error).toMatchObject({
      message: expect.stringMatching(/^account: /),
      hint: expect.stringContaining(`--network ${good}.`),
    })
  })

  it.each([
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bitcoin.'],
    ['osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v', 'osmosis, osmosis-testnet.'],
  ])(
    'names all valid networks for the address %s if the command names no network',
    async (address, names) => {
      // The running devnet has a bitcoin network too, but the address isn't valid on it. The error must not suggest it.
      const ran = await runCli(['balance', address, '--json'], { env: devnetUp() })
      expect(ran.json().error).toMatchObject({
        message: 'network: is missing',
        hint: expect.stringMatching(new RegExp(`use --network with one of ${names}$`)),
      })
    },
  )
})

describe('without a session and without a devnet', () => {
  it.each([
    [['status'], 'Not connected'],
    [['disconnect'], 'Nothing is connected'],
    [['devnet', 'status'], 'No devnet is running'],
    [['devnet', 'stop'], 'No devnet is running'],
    [['doctor'], 'nothing connected|not there yet'],
  ])('the command %j says whether the session or the devnet is missing', async (argv, text) => {
    const home = env()
    const ran = await runCli(argv, { env: home })
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(new RegExp(text))
    expect((await runCli([...argv, '--json'], { env: home })).json()).toMatchObject({ ok: true, error: null })
  })

  it.each([
    [['balance']],
    [['sign', 'message', 'hello']],
    [['switch', 'sepolia']],
    [['send', '--to', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '--amount', '1']],
  ])('the command %j ends with the exit code 4 and says how to connect', async (argv) => {
    const ran = await runCli([...argv, '--json'], { env: env() })
    expect(ran.code).toBe(4)
    expect(ran.json().error).toMatchObject({
      code: 'connection/not-connected',
      hint: expect.stringContaining('latchkey connect'),
    })
  })
})

describe('latchkey doctor', () => {
  it('reports an unreachable endpoint, and ends with the exit code 1', async () => {
    const argv = ['doctor', '-n', 'eip155:31337', '--rpc', 'http://127.0.0.1:9', '--json']
    const ran = await runCli(argv, { env: env() })
    expect(ran.code).toBe(1)
    expect(ran.json().data.findings).toContainEqual(
      expect.objectContaining({ name: 'endpoint', status: 'fail' }),
    )
    expect(ran.json().error?.message).toContain('endpoint')
  })

  it('names the families that the project in the current folder uses', async () => {
    const folder = tempDir()
    const inner = join(folder, 'src', 'deep')
    mkdirSync(inner, { recursive: true })
    const manifest = join(folder, 'package.json')
    const projectIn = async (cwd: string, argv: readonly string[] = []) => {
      const ran = await runCli(['doctor', ...argv, '--json'], { env: env(), cwd })
      return ran.json().data.findings.find(({ name }: { name: string }) => name === 'project').detail
    }
    expect(await projectIn(folder)).toContain('nothing is connected')
    writeFileSync(manifest, JSON.stringify({ dependencies: { viem: '2', react: '19' } }))
    expect(await projectIn(folder)).toBe(`eip155 (viem in ${manifest})`)
    writeFileSync(
      manifest,
      JSON.stringify({
        peerDependencies: { 'bitcoinjs-lib': '*' },
        devDependencies: { '@polkadot/api': '*' },
      }),
    )
    expect(await projectIn(inner)).toBe(
      `bip122 (bitcoinjs-lib in ${manifest}), polkadot (@polkadot/api in ${manifest})`,
    )
    const rpc = ['-n', 'cosmos:latchkey-1', '--rpc', 'http://127.0.0.1:9']
    expect(await projectIn(inner, rpc)).toContain('cosmos (--network)')
    writeFileSync(manifest, '{ "dependencies": null ')
    expect(await projectIn(folder)).toContain('nothing is connected')
  })

  it("requires no package that the project doesn't use", async () => {
    const { folder, main } = await bareInstall()
    const findingsOf = (dependencies: object) => {
      const project = tempDir()
      writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies }))
      const run = spawnSync(process.execPath, [main, 'doctor', '--json'], {
        cwd: project,
        env: { ...process.env, LATCHKEY_HOME: join(folder, 'home') },
        encoding: 'utf8',
      })
      expect(run.status, run.stderr).toBe(0)
      const { findings } = JSON.parse(run.stdout).data as {
        findings: { name: string; status: string; hint?: string }[]
      }
      return findings.filter(({ status }) => status !== 'ok').map(({ name, hint }) => `${name}: ${hint}`)
    }
    expect(findingsOf({})).toEqual([])
    expect(findingsOf({ viem: '2' })).toEqual(['viem: undefined', 'packages: Run: npm install viem'])
    expect(findingsOf({ '@cosmjs/stargate': '1', litesvm: '1' }).at(-1)).toBe(
      'packages: Run: npm install @cosmjs/stargate @cosmjs/amino @cosmjs/proto-signing litesvm',
    )
  })

  it('reports the same missing packages as latchkey check', async () => {
    const { folder, main } = await bareInstall()
    const project = tempDir()
    writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies: { '@polkadot/api': '1' } }))
    const ranIn = (...argv: string[]) => {
      const env = { ...process.env, LATCHKEY_HOME: join(folder, 'home') }
      return spawnSync(process.execPath, [main, ...argv, '--json'], { cwd: project, env, encoding: 'utf8' })
    }
    const install = 'npm install @polkadot/api hono @hono/node-server'
    const { findings } = JSON.parse(ranIn('doctor').stdout).data as { findings: { name: string }[] }
    expect(findings.find(({ name }) => name === 'check')).toMatchObject({ hint: `Run: ${install}` })
    const check = ranIn('check', '--family', 'polkadot')
    expect(JSON.parse(check.stdout).error.code).toBe('config/peer-missing')
    expect(check.stdout).toContain(install)
    expect(check.stderr).not.toContain('Starting the devnet')
  })

  it('shows the events that a client in a page would send to an analytics service', async () => {
    const quiet = await runCli(['doctor', '--json'], { env: env() })
    expect(quiet.json().data.telemetry).toBeUndefined()
    expect(quiet.stdout).toContain('this program sends none')
    const ran = await runCli(['doctor', '--telemetry', '--json'], { env: env() })
    const told = ran.json().data.telemetry as {
      url: string
      body: { url: string; props: { event: string } }
    }[]
    expect(told.map(({ body }) => body.props.event)).toEqual([
      'INITIALIZE',
      'MODAL_OPEN',
      'INTERNAL_SDK_ERROR',
      'CONNECT_ERROR',
      'MODAL_CLOSE',
    ])
    for (const { url, body } of told) {
      expect(url).toMatch(/^https:\/\/analytics\.example\/e\?projectId=your-project&st=latchkey&sv=html-/)
      expect(body.url).toBe('https://app.example/shop')
    }
    const words = await runCli(['doctor', '--telemetry'], { env: env() })
    expect(words.stdout).toContain('"event": "MODAL_OPEN"')
    expect(words.stdout).not.toContain('of-the-visitor')
  })

  it('reports an endpoint of another network', async () => {
    const node = await fixedServer(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    const ran = await runCli(['doctor', '-n', 'sepolia', '--rpc', node.url], { env: env() })
    await node.stop()
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('serves eip155:1')
  })

  it.skipIf(process.platform === 'win32')('reports a session folder that other users can read', async () => {
    const { LATCHKEY_HOME } = env()
    mkdirSync(LATCHKEY_HOME, { recursive: true })
    chmodSync(LATCHKEY_HOME, 0o755)
    const ran = await runCli(['doctor', '--json'], { env: { LATCHKEY_HOME } })
    expect(ran.code).toBe(1)
    expect(ran.json().error?.hint).toContain('chmod')
  })
})

/** Installs the program with its required dependencies, but without the optional ones. */
async function bareInstall() {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folder = tempDir()
  cpSync(dirname(await builtCli()), join(folder, 'program'), { recursive: true })
  writeFileSync(join(folder, 'program', 'package.json'), '{ "type": "module" }')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: object
  }
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'program', 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link, 'junction')
  }
  return { folder, main: join(folder, 'program', 'main.js') }
}
