import { chmodSync, mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixedServer } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const env = () => ({ LATCHKEY_HOME: `${tempDir()}/home` })

describe('inspect', () => {
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  it.each([
    ['eip155:1', { kind: 'caip-2', namespace: 'eip155', reference: '1', name: 'Ethereum', alias: 'mainnet' }],
    ['cosmos:cosmoshub-4', { kind: 'caip-2', namespace: 'cosmos', known: true, name: 'Cosmos Hub' }],
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

  it.each(['eip155', 'eip155:', 'bitcoin:1', '0x12', 'wallet/nothing-like-it', 'to/string', '', '__proto__'])(
    'refuses %j',
    async (value) => {
      const ran = await runCli(['inspect', value, '--json'], { env: env() })
      expect(ran.code).toBe(2)
      expect(ran.json().error?.message).toMatch(/^value:/)
    },
  )
})

describe('networks', () => {
  it('lists ids and aliases, and shows no key of an endpoint', async () => {
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

describe('without a session and a devnet', () => {
  it.each([
    [['status'], 'Not connected'],
    [['disconnect'], 'Nothing is connected'],
    [['devnet', 'status'], 'No devnet is running'],
    [['devnet', 'stop'], 'No devnet is running'],
    [['doctor'], 'nothing connected|not there yet'],
  ])('%j says so, in words and in JSON', async (argv, text) => {
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
  ])('%j ends with 4 and says how to connect', async (argv) => {
    const ran = await runCli([...argv, '--json'], { env: env() })
    expect(ran.code).toBe(4)
    expect(ran.json().error).toMatchObject({
      code: 'connection/not-connected',
      hint: expect.stringContaining('latchkey connect'),
    })
  })
})

describe('doctor', () => {
  it('names an endpoint that cannot be reached, and ends with 1', async () => {
    const argv = ['doctor', '-n', 'eip155:31337', '--rpc', 'http://127.0.0.1:9', '--json']
    const ran = await runCli(argv, { env: env() })
    expect(ran.code).toBe(1)
    expect(ran.json().data.findings).toContainEqual(
      expect.objectContaining({ name: 'endpoint', status: 'fail' }),
    )
    expect(ran.json().error?.message).toContain('endpoint')
  })

  it('names an endpoint of another chain', async () => {
    const node = await fixedServer(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    const ran = await runCli(['doctor', '-n', 'sepolia', '--rpc', node.url], { env: env() })
    await node.stop()
    expect(ran.code).toBe(1)
    expect(ran.stdout).toContain('serves eip155:1')
  })

  it.skipIf(process.platform === 'win32')('names a session folder that others can read', async () => {
    const { LATCHKEY_HOME } = env()
    mkdirSync(LATCHKEY_HOME, { recursive: true })
    chmodSync(LATCHKEY_HOME, 0o755)
    const ran = await runCli(['doctor', '--json'], { env: { LATCHKEY_HOME } })
    expect(ran.code).toBe(1)
    expect(ran.json().error?.hint).toContain('chmod')
  })
})
