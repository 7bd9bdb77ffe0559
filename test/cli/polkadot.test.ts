import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { polkadotVerifier } from '../../cli/verifiers/polkadot.ts'
import { polkadotWallets } from '../../cli/wallets/polkadot.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { polkadotKeys } from '../../src/wallets/polkadot/keys.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { checkDevnet, lying } from './support/check-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.polkadot!
const bob = devAccounts.bob!.polkadot!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('latchkey check on polkadot', () => {
  it('passes on the Asset Hub runtime in every step except the skipped activity', {
    tags: ['ci'],
  }, async () => {
    const report = await checkDevnet(devnet)
    expect(report.steps.map(({ step, status, error }) => [step, status, error])).toEqual(
      [
        'connect',
        'balance',
        'sign message',
        'sign in',
        'send native',
        'send token',
        'tokens',
        'activity',
        'switch',
        'balance',
        'disconnect',
      ].map((step) => [step, step === 'activity' ? 'skipped' : 'ok', undefined]),
    )
    const message = report.steps.find(({ step }) => step === 'sign message')
    expect(message?.seen).toMatchObject({ verifier: '@scure/sr25519', scheme: 'sr25519' })
  })

  it("detects a wallet that signs a message that wasn't requested", async () => {
    const forge = lying('signRaw', async (honest) => {
      const answer = (await honest()) as { signature: string }
      const { signature } = answer
      return {
        ...answer,
        signature: `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`,
      }
    })
    const report = await checkDevnet(devnet, { intercept: forge })
    expect(report.ok).toBe(false)
    expect(report.steps.find(({ step }) => step === 'sign message')).toMatchObject({ status: 'wrong' })
  })
})

describe('polkadot keys', () => {
  it('are seeds of 64 hex digits with addresses in the encoding of the network', async () => {
    expect(polkadotWallets.readSecret(alice.secret.slice(2).toUpperCase())).toBe(alice.secret)
    expect(await polkadotWallets.addressOf(alice.secret)).toBe(alice.address)
    const polkadot = { ...devnet.networks[0]!, ss58Prefix: 0 }
    const spelled = await polkadotWallets.addressOf(alice.secret, polkadot)
    expect(spelled).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')
    expect(polkadotVerifier.same(spelled, alice.address)).toBe(true)
    expect(polkadotVerifier.same(bob.address, alice.address)).toBe(false)
  })

  it.each(['', 'x', alice.address, `${alice.secret}0`, 'bottom drive obey'])(
    "can't be read from %j",
    (text) => {
      expect(polkadotWallets.readSecret(text)).toBeUndefined()
    },
  )

  it.each([
    ['ed25519', '00'],
    ['sr25519', '01'],
  ] as const)(
    'sign messages with %s, with and without the key type as the first byte',
    async (scheme, type) => {
      const keys = await polkadotKeys([alice.secret], scheme)
      const address = keys.addresses[0]!
      const bare = keys.signRaw(address, `0x${Buffer.from('hello').toString('hex')}`)
      for (const signature of [bare, `0x${type}${bare.slice(2)}`]) {
        const signed = { signature, encoding: 'hex', scheme } as const
        expect(await polkadotVerifier.signerOfMessage('hello', signed, address)).toBe(address)
        expect(await polkadotVerifier.signerOfMessage('hello!', signed, address)).toBeUndefined()
      }
    },
  )

  it('have addresses that are validated by their checksum', async () => {
    expect(await polkadotVerifier.judge(alice.address)).toEqual({ address: alice.address, checksum: 'right' })
    for (const text of ['', 'x', alice.address.slice(1), `${alice.address.slice(0, -1)}Z`, '0OIl'.repeat(12)])
      expect(await polkadotVerifier.judge(text)).toHaveProperty('reason')
    expect(await polkadotVerifier.judgeAsset?.('asset', '1984')).toMatchObject({ address: '1984' })
    expect(await polkadotVerifier.judgeAsset?.('asset', '-1')).toHaveProperty('reason')
  })
})

describe('commands on polkadot', () => {
  const on = () => ['--network', devnet.networks[0]!.caipNetworkId, '--rpc', devnet.nodes[0]!.url]

  it('read, sign and send with a devnet account', { tags: ['ci'] }, async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const run = (...args: string[]) =>
      runCli([...args, '--wallet', 'dev:alice', '--json', '--yes', ...on()], home)
    const balance = await run('balance')
    expect(balance.code, balance.stderr).toBe(0)
    expect(JSON.parse(balance.stdout)).toMatchObject({ data: { symbol: 'UNIT' } })
    const signed = await run('sign', 'message', 'hello')
    expect(signed.code, signed.stderr).toBe(0)
    const sent = await run('send', '--to', bob.address, '--amount', '0.01', '--wait')
    expect(sent.code, sent.stderr).toBe(0)
    const token = await run(
      'send',
      '--to',
      'dev:bob',
      '--amount',
      '1',
      '--token',
      devnet.tokens[0]!.asset,
      '--decimals',
      String(devnet.tokens[0]!.decimals),
      '--wait',
    )
    expect(token.code, token.stderr).toBe(0)
  })
})

describe('on an unlisted polkadot network', () => {
  const genesis = `0x${'7e'.repeat(32)}`
  const on = (...urls: string[]) => [
    ...['--network', `polkadot:${genesis.slice(2, 34)}`],
    ...urls.flatMap((url) => ['--rpc', url]),
  ]
  /** Starts a proxy that gives the devnet's node another genesis hash and other properties. */
  async function nodeWith(properties: object): Promise<string> {
    const { url, stop } = await lyingNode(devnet.nodes[0]!.url, (method, result, [block]) => {
      if (method === 'system_properties') return properties
      return method === 'chain_getBlockHash' && block === 0 ? genesis : result
    })
    onTestFinished(stop)
    return url
  }
  const run = (...args: string[]) =>
    runCli([...args, '--wallet', 'key:env:KEY', '--json', '--yes'], {
      env: { LATCHKEY_HOME: tempDir(), KEY: alice.secret },
    })
  const send = (...args: string[]) =>
    run('send', '--to', bob.address, '--amount', '1', '--dry-run', '--allow-mainnet', ...args)

  it('amounts have the decimals and the symbol that the chain states', async () => {
    const url = await nodeWith({ tokenDecimals: [10, 6], tokenSymbol: ['XYZ', 'USD'] })
    const balance = await run('balance', ...on(url))
    expect(balance.code, balance.stderr + balance.stdout).toBe(0)
    expect(balance.json().data).toMatchObject({ decimals: 10, symbol: 'XYZ' })
    const sent = await send(...on(url))
    expect(sent.json().data).toMatchObject({ amount: String(10n ** 10n), decimals: 10, symbol: 'XYZ' })
  })

  it('a send needs decimals that the user or a second host confirms', async () => {
    const url = await nodeWith({ tokenDecimals: 10, tokenSymbol: 'XYZ' })
    const paid = (...args: string[]) =>
      run('send', '--to', bob.address, '--amount', '0.001', '--allow-mainnet', ...on(url), ...args)
    const refused = await paid()
    expect(refused.code).toBe(2)
    expect(refused.json().error).toMatchObject({
      message: expect.stringContaining('XYZ has 10 decimals'),
      hint: expect.stringContaining('--decimals 10'),
    })
    const other = await paid('--decimals', '12')
    expect(other.code).toBe(2)
    expect(other.json().error?.message).toContain('have 10 decimals here, and you gave 12')
    expect((await send(...on(url), '--decimals', '10')).json().data).toMatchObject({
      decimals: 10,
      warnings: [],
    })
    const second = await nodeWith({ tokenDecimals: 10, tokenSymbol: 'XYZ' })
    const both = await send(...on(url, second.replace('127.0.0.1', 'localhost')))
    expect(both.json().data).toMatchObject({ decimals: 10, warnings: [] })
  })

  it('a check is refused if only one host states the decimals, unless the node runs on this machine', async () => {
    const url = await nodeWith({ tokenDecimals: 14, tokenSymbol: 'XYZ' })
    const flow = join(tempDir(), 'flow.json')
    writeFileSync(flow, JSON.stringify({ name: 'connect', family: 'polkadot', steps: ['connect'] }))
    const check = (node: string) => run('check', flow, ...on(node), '--allow-mainnet', '--max-spend', '1')
    // The CLI doesn't count this address as a node on this machine.
    const refused = await check(url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))
    expect(refused.code).toBe(2)
    expect(refused.json().error).toMatchObject({
      message: expect.stringMatching(/^rpc: .* decimals$/),
      hint: expect.stringContaining('two hosts'),
    })
    const ran = await check(url)
    expect(ran.code, ran.stderr + ran.stdout).toBe(0)
  })

  it('a send is refused if the hosts state different decimals', async () => {
    const url = await nodeWith({ tokenDecimals: 10 })
    const second = (await nodeWith({ tokenDecimals: 12 })).replace('127.0.0.1', 'localhost')
    const sent = await send(...on(url, second))
    expect(sent.code).toBe(2)
    expect(sent.json().error?.message).toContain('the nodes disagree')
  })
})
