import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cosmosVerifier } from '../../cli/verifiers/cosmos.ts'
import { cosmosWallets } from '../../cli/wallets/cosmos.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { checkDevnet, lying } from './support/check-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.cosmos!
const bob = devAccounts.bob!.cosmos!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['cosmos'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('latchkey check on cosmos', () => {
  it('passes on the devnet in every step except the skipped activity', { tags: ['ci'] }, async () => {
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
    const native = report.steps.find(({ step }) => step === 'send native')
    expect(native?.seen).toMatchObject({ amount: 250_000n })
    const message = report.steps.find(({ step }) => step === 'sign message')
    expect(message?.seen).toMatchObject({ verifier: 'OpenSSL', scheme: 'adr36' })
  })

  it('passes with an IBC token', { tags: ['ci'] }, async () => {
    const first = devnet.networks[0]!.caipNetworkId
    const ibc = devnet.tokens.filter(({ asset }) => asset.startsWith(`${first}/ibc:`))
    expect(ibc).toHaveLength(1)
    const report = await checkDevnet(devnet, { tokens: ibc })
    expect(report.steps.flatMap(({ step, status }) => (status === 'ok' ? [] : step))).toEqual(['activity'])
  })

  it("detects a wallet that signs a message that wasn't requested", async () => {
    const forge = lying('signArbitrary', async (honest) => {
      const answer = (await honest()) as { signature: string }
      const signature = Buffer.from(answer.signature, 'base64')
      signature[5]! ^= 1
      return { ...answer, signature: signature.toString('base64') }
    })
    const report = await checkDevnet(devnet, { intercept: forge })
    expect(report.ok).toBe(false)
    expect(report.steps.find(({ step }) => step === 'sign message')).toMatchObject({ status: 'wrong' })
  })

  it('detects a wallet that keeps its permission after disconnecting', { tags: ['ci'] }, async () => {
    const report = await checkDevnet(devnet, { intercept: lying('disable', () => undefined) })
    expect(report.steps.find(({ step }) => step === 'disconnect')).toMatchObject({ status: 'wrong' })
  })
})

describe('cosmos keys', () => {
  it('are read with or without 0x', async () => {
    expect(cosmosWallets.readSecret(alice.secret)).toBe(alice.secret)
    expect(cosmosWallets.readSecret(alice.secret.slice(2).toUpperCase())).toBe(alice.secret)
    expect(await cosmosWallets.addressOf(alice.secret)).toBe(alice.address)
    const { osmosis } = await import('latchkey/networks')
    expect(await cosmosWallets.addressOf(alice.secret, osmosis)).toBe(
      'osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v',
    )
  })

  it.each([
    '',
    'x',
    '0x',
    `0x${'00'.repeat(32)}`,
    `0x${'ff'.repeat(32)}`,
    alice.address,
    `${alice.secret}0`,
    alice.secret.slice(0, -1),
  ])("can't be read from %j", (text) => {
    expect(cosmosWallets.readSecret(text)).toBeUndefined()
  })

  it('are different each time they are created', async () => {
    const made = [await cosmosWallets.makeSecret(), await cosmosWallets.makeSecret()]
    expect(new Set(made).size).toBe(2)
    for (const secret of made) expect(cosmosWallets.readSecret(secret)).toBe(secret)
  })
})

describe('the cosmos verifier', () => {
  it('checks the checksum, the length and the purpose of an address', async () => {
    const good = { address: alice.address, checksum: 'right' }
    expect(await cosmosVerifier.judge(alice.address)).toEqual(good)
    expect(await cosmosVerifier.judge(alice.address.toUpperCase())).toEqual(good)
    expect(await cosmosVerifier.judge(alice.address, 'cosmos:cosmoshub-4')).toEqual(good)
    for (const [text, reason] of [
      ['', /bech32/],
      [alice.address.slice(1), /bech32/],
      [alice.address.replace('cosmos', 'Cosmos'), /bech32/],
      ['cosmosvaloper15yk64u7zc9g9k2yr2wmzeva5qgwxps6yrxm64d', /account/],
      ['eth1n48g2mjh9ezz7zjtya37wtgg5r5emr0dk27ndv', /bech32/],
    ] as const)
      expect(await cosmosVerifier.judge(text)).toMatchObject({ reason: expect.stringMatching(reason) })
    expect(await cosmosVerifier.judge(alice.address, 'cosmos:osmosis-1')).toMatchObject({
      reason: expect.stringContaining('osmo1'),
    })
  })

  it('checks the format of the denomination of an asset', async () => {
    const hash = 'f'.repeat(64)
    expect(await cosmosVerifier.judgeAsset?.('ibc', hash)).toMatchObject({ address: hash.toUpperCase() })
    expect(await cosmosVerifier.judgeAsset?.('ibc', 'ff')).toMatchObject({ reason: expect.any(String) })
    expect(await cosmosVerifier.judgeAsset?.('native', 'uion')).toMatchObject({ address: 'uion' })
    expect(await cosmosVerifier.judgeAsset?.('native', '1')).toMatchObject({ reason: expect.any(String) })
  })
})

describe('commands on cosmos', () => {
  const on = () => ['--network', devnet.networks[0]!.caipNetworkId, '--rpc', devnet.nodes[0]!.url]

  it('read, sign and send with a devnet account', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const run = (...args: string[]) =>
      runCli([...args, '--wallet', 'dev:carol', '--json', '--yes', ...on()], home)
    const balance = await run('balance')
    expect(balance.code, balance.stderr).toBe(0)
    expect(JSON.parse(balance.stdout)).toMatchObject({ data: { symbol: 'ATOM' } })
    const signed = await run('sign', 'message', 'hello')
    expect(signed.code, signed.stderr).toBe(0)
    const sent = await run('send', '--to', bob.address, '--amount', '0.01', '--wait')
    expect(sent.code, sent.stderr).toBe(0)
    for (const token of devnet.tokens.slice(0, 2)) {
      const args = [
        'send',
        '--to',
        'dev:bob',
        '--amount',
        '1',
        '--token',
        token.asset,
        '--decimals',
        String(token.decimals),
        '--wait',
      ]
      const moved = await run(...args)
      expect(moved.code, moved.stderr).toBe(0)
    }
  })

  it('refuse a token that the network does not have', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const asset = `${devnet.networks[0]!.caipNetworkId}/native:unothing`
    const run = await runCli(['balance', '--asset', asset, '-w', 'dev:carol', '--json', ...on()], home)
    expect(run.code).toBe(2)
    expect(run.json().error?.message).toBe("asset: this chain doesn't have unothing")
  })

  it('refuse an address of another network before the wallet gets a request', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const args = ['send', '--to', 'osmo15yk64u7zc9g9k2yr2wmzeva5qgwxps6ywful0v', '--amount', '1']
    const run = await runCli([...args, '--wallet', 'dev:carol', '--json', '--yes', ...on()], home)
    expect(run.code).not.toBe(0)
    expect(run.stdout + run.stderr).toMatch(/no account of|address/)
  })
})
