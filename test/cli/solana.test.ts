import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { solanaVerifier } from '../../cli/verifiers/solana.ts'
import { solanaWallets } from '../../cli/wallets/solana.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { checkDevnet, lying } from './support/check-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.solana!
const bob = devAccounts.bob!.solana!

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'], data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())
// Waits for a new block, because two equal transfers with the same blockhash would be one transaction.
beforeEach(async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_skipBlocks', params: [1] })
  await Promise.all(devnet.nodes.map(({ url }) => fetch(url, { method: 'POST', body })))
})

describe('latchkey check on solana', () => {
  it('passes in every step on LiteSVM', { tags: ['ci'] }, async () => {
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
      ].map((step) => [step, 'ok', undefined]),
    )
    const native = report.steps.find(({ step }) => step === 'send native')
    expect(native?.seen).toMatchObject({ amount: 250_000_000n, fee: 15_000n })
    const message = report.steps.find(({ step }) => step === 'sign message')
    expect(message?.seen).toMatchObject({ verifier: 'tweetnacl', scheme: 'ed25519' })
  })

  it('passes with a Token-2022 token and a recipient that has no token account yet', async () => {
    const receiver = await solanaWallets.addressOf(await solanaWallets.makeSecret())
    const first = devnet.networks[0]!.caipNetworkId
    const other = devnet.tokens.filter(({ asset, symbol }) => asset.startsWith(first) && symbol === 'tUSD')
    const report = await checkDevnet(devnet, { receiver, tokens: other })
    expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
  })

  it("detects a wallet that signs a message that wasn't requested", async () => {
    const forge = lying('solana:signMessage', async (honest) => {
      const [answer] = (await honest()) as { signature: Uint8Array }[]
      const signature = answer!.signature.slice()
      signature[5]! ^= 1
      return [{ ...answer, signature }]
    })
    const report = await checkDevnet(devnet, { intercept: forge })
    expect(report.ok).toBe(false)
    expect(report.steps.find(({ step }) => step === 'sign message')).toMatchObject({ status: 'wrong' })
  })

  it('detects a wallet that keeps its permission after disconnecting', async () => {
    const report = await checkDevnet(devnet, { intercept: lying('standard:disconnect', () => undefined) })
    expect(report.steps.find(({ step }) => step === 'disconnect')).toMatchObject({ status: 'wrong' })
  })
})

describe('solana keys', () => {
  it("are read in the formats of wallets and Solana's tools", async () => {
    expect(solanaWallets.readSecret(alice.secret)).toBe(alice.secret)
    const { base58 } = await import('@scure/base')
    expect(solanaWallets.readSecret(JSON.stringify([...base58.decode(alice.secret)]))).toBe(alice.secret)
    expect(await solanaWallets.addressOf(alice.secret)).toBe(alice.address)
  })

  it.each([
    '',
    'x',
    '[1,2]',
    '[256]',
    alice.address,
    `${alice.secret}1`,
    `0x${'11'.repeat(32)}`,
    // The seed of one account, followed by the public key of another account.
    alice.secret.slice(0, 44) + bob.secret.slice(44),
  ])("can't be read from %j", (text) => {
    expect(solanaWallets.readSecret(text)).toBeUndefined()
  })

  it('are different each time they are created', async () => {
    const made = [await solanaWallets.makeSecret(), await solanaWallets.makeSecret()]
    expect(new Set(made).size).toBe(2)
    for (const secret of made) expect(solanaWallets.readSecret(secret)).toBe(secret)
  })

  it('have addresses that are valid only with 32 bytes', async () => {
    expect(await solanaVerifier.judge(alice.address)).toEqual({ address: alice.address, checksum: 'absent' })
    for (const text of ['', 'x', alice.address.slice(1), `${alice.address}z`, '0OIl'])
      expect(await solanaVerifier.judge(text)).toMatchObject({ reason: expect.stringContaining('base58') })
  })
})

describe('commands on solana', () => {
  const on = () => ['--network', devnet.networks[0]!.caipNetworkId, '--rpc', devnet.nodes[0]!.url]

  it('read, sign and send with a devnet account', async () => {
    const home = { env: { LATCHKEY_HOME: tempDir() } }
    const run = (...args: string[]) =>
      runCli([...args, '--wallet', 'dev:alice', '--json', '--yes', ...on()], home)
    const balance = await run('balance')
    expect(balance.code, balance.stderr).toBe(0)
    expect(JSON.parse(balance.stdout)).toMatchObject({ data: { symbol: 'SOL' } })
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

  it('show the rent of an account that a token transfer creates, and add the rent to the cost', async () => {
    const nobody = await solanaWallets.addressOf(await solanaWallets.makeSecret())
    const options = { env: { LATCHKEY_HOME: tempDir() } }
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(devnet.networks[0]!.caipNetworkId))!
    const send = ['send', '--to', nobody, '--amount', '1', '--token', token.asset, '--wallet', 'dev:alice']
    const shown = await runCli([...send, '--dry-run', ...on()], options)
    expect(shown.stdout).toMatch(
      /fee up to\s+0\.0000\d+ SOL, and 0\.0020\d+ SOL that stay in the receiver's new/,
    )
    const read = await runCli([...send, '--dry-run', '--json', ...on()], options)
    const { fee, deposit } = JSON.parse(read.stdout).data
    expect(Number(deposit)).toBe(2_039_280)
    const limit = String((Number(fee) + 2_000_000) / 1e9)
    const spent = await runCli([...send, '--yes', '--json', '--max-spend', limit, ...on()], options)
    expect(spent.code).toBe(2)
    expect(JSON.parse(spent.stdout).error.message).toContain('this may cost 0.002')
  })

  it("use a keypair file of Solana's tools", async () => {
    const { base58 } = await import('@scure/base')
    const folder = tempDir()
    const file = join(folder, 'id.json')
    writeFileSync(file, JSON.stringify([...base58.decode(alice.secret)]), { mode: 0o600 })
    const run = await runCli(['balance', '--wallet', `key:${file}`, '--json', ...on()], {
      env: { LATCHKEY_HOME: folder },
    })
    expect(run.code, run.stderr).toBe(0)
  })
})
