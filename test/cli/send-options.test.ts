import { StargateClient } from '@cosmjs/stargate'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Family } from '../../cli/families/families.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { readSs58, writeSs58 } from '../../src/adapters/polkadot/ss58.ts'
import { formatUnits } from '../../src/core/amounts/units.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { makeFeeToken } from '../support/solana-fee-token.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!
const bob = devAccounts.bob!
const families: Family[] = ['solana', 'cosmos', 'polkadot', 'bip122']

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families })
}, leaseTimeout)
afterAll(() => devnet?.stop())

function nodeOf(family: Family) {
  const network = devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!.caipNetworkId
  return { network, url: devnet.nodes.find((node) => node.network === network)!.url }
}
async function send(family: Family, ...argv: string[]) {
  const { network, url } = nodeOf(family)
  const env = { LATCHKEY_HOME: tempDir() }
  const ran = await runCli(['send', '-w', 'dev:alice', '-n', network, '--rpc', url, ...argv], { env })
  return { ...ran, said: ran.stdout + ran.stderr }
}
const jsonOf = async (...given: Parameters<typeof send>) => {
  const ran = await send(...given, '--json', '--yes')
  return { code: ran.code, ...ran.json() }
}

describe("a token's transfer fee", () => {
  it('is shown before anything is signed, and after sending', async () => {
    const { network, url } = nodeOf('solana')
    const { mint } = await makeFeeToken(new Connection(url, 'confirmed'), devAccounts.dave!.solana!.secret, {
      holder: alice.solana!.address,
      amount: 10_000n,
      basisPoints: 100,
      most: 1_000_000n,
    })
    const argv = [
      '--to',
      'dev:bob',
      '--amount',
      '10',
      '--asset',
      `${network}/token:${mint.toBase58()}`,
    ] as const
    const shown = await send('solana', ...argv, '--dry-run')
    expect(shown.said).toMatch(/^received +9\.9: the token itself keeps the rest$/m)
    const dry = await jsonOf('solana', ...argv, '--dry-run')
    expect(dry.data).toMatchObject({ amount: '1000', keptByToken: '10', received: '990' })
    const sent = await jsonOf('solana', ...argv, '--decimals', '2', '--wait')
    expect(sent).toMatchObject({ code: 0, data: { keptByToken: '10', received: '990' } })
  })
})

describe('the text of --memo', () => {
  it('becomes part of a cosmos transaction', async () => {
    const sent = await jsonOf(
      'cosmos',
      '--to',
      'dev:bob',
      '--amount',
      '0.01',
      '--memo',
      'account 7',
      '--wait',
    )
    expect(sent, JSON.stringify(sent.error)).toMatchObject({
      code: 0,
      data: { options: { memo: 'account 7' } },
    })
    const chain = await StargateClient.connect(nodeOf('cosmos').url)
    const landed = await chain.getTx(sent.data.hash)
    expect(Buffer.from(landed!.tx).toString('latin1')).toContain('account 7')
  })

  it('becomes part of a solana transaction', async () => {
    const argv = ['--to', 'dev:bob', '--amount', '0.01', '--memo', 'account 7', '--wait'] as const
    const sent = await jsonOf('solana', ...argv)
    expect(sent, JSON.stringify(sent.error)).toMatchObject({
      code: 0,
      data: { options: { memo: 'account 7' } },
    })
    const chain = new Connection(nodeOf('solana').url, 'confirmed')
    const landed = await chain.getTransaction(sent.data.hash, { maxSupportedTransactionVersion: 0 })
    expect(landed!.meta!.logMessages!.join(' ')).toContain('account 7')
  })

  it('is shown before signing, without control characters', async () => {
    const shown = await send(
      'cosmos',
      '--to',
      'dev:bob',
      '--amount',
      '1',
      '--memo',
      'a\u001b[2Jb',
      '--dry-run',
    )
    expect(shown.said).toMatch(/^memo +a\\u\{1b\}\[2Jb$/m)
  })

  it('is refused if the network would not accept it', async () => {
    const argv = ['--to', 'dev:bob', '--amount', '0.01', '--memo'] as const
    expect(await jsonOf('polkadot', ...argv, 'x')).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^memo: only transfers on cosmos and solana have one/) },
    })
    expect(await jsonOf('solana', ...argv, 'x'.repeat(501))).toMatchObject({ code: 2 })
    expect(await jsonOf('cosmos', ...argv, 'x'.repeat(257))).toMatchObject({ code: 2 })
  })
})

describe('--allow-death', () => {
  it('is required for a send that removes the account', { tags: ['ci'] }, async () => {
    const { network, url } = nodeOf('polkadot')
    const env = { LATCHKEY_HOME: tempDir() }
    const read = await runCli(['balance', 'dev:heidi', '-n', network, '--rpc', url, '--json'], { env })
    const from = ['--to', 'dev:bob', '-w', 'dev:heidi'] as const
    const { fee } = (await jsonOf('polkadot', ...from, '--amount', '1', '--dry-run')).data
    // The send would leave less than the minimum balance.
    const amount = BigInt(read.json().data.value) - BigInt(fee) - 1_000_000n
    const argv = [...from, '--amount', formatUnits(amount, 12)] as const
    expect(await jsonOf('polkadot', ...argv)).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('allowDeath') },
    })
    expect((await jsonOf('polkadot', ...argv, '--allow-death', '--dry-run')).data).toMatchObject({
      options: { allowDeath: true },
      covered: true,
    })
  })
})

describe('a recipient with an address of another polkadot network', () => {
  it('is reported before anything is signed', async () => {
    const { address } = devAccounts.bob!.polkadot!
    const read = readSs58(address)
    const foreign = writeSs58({ prefix: 2, key: (read as Exclude<typeof read, string>).key })
    const said = async (to: string) =>
      (await jsonOf('polkadot', '--to', to, '--amount', '1', '--dry-run')).data.warnings
    expect(await said(foreign)).toEqual([
      expect.stringMatching(/is another network's address.*On polkadot:1a7c4de7\w+ the same key's is 5/),
    ])
    expect(await said(address)).toEqual([])
  })
})

describe('--allow-off-curve', () => {
  it('is required to send to an empty address that has no key', async () => {
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], Keypair.generate().publicKey)
    const argv = ['--to', vault.toBase58(), '--amount', '0.002'] as const
    expect(await jsonOf('solana', ...argv)).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('off-curve address') },
    })
    expect((await send('solana', ...argv, '--allow-off-curve', '--dry-run')).said).toMatch(
      /The recipient is off the curve: no one has its key/,
    )
    expect(await jsonOf('solana', ...argv, '--allow-off-curve', '--wait')).toMatchObject({ code: 0 })
    expect(await jsonOf('cosmos', '--to', 'dev:bob', '--amount', '1', '--allow-off-curve')).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^allow-off-curve: only transfers on solana have one/) },
    })
  })
})

describe('latchkey send on bip122', () => {
  it('uses the fee rate of --fee-rate', async () => {
    const argv = ['--to', 'dev:bob', '--amount', '0.001', '--dry-run', '--fee-rate'] as const
    const [slow, fast] = [await jsonOf('bip122', ...argv, '2'), await jsonOf('bip122', ...argv, '20')]
    expect(Number(fast.data.fee)).toBe(Number(slow.data.fee) * 10)
    for (const rate of ['0', '-1', '1e3', 'much', '', '100000'])
      expect(await jsonOf('bip122', ...argv, rate), rate).toMatchObject({ code: 2 })
  })

  it('reads the recipient and the amount from a payment link (BIP-21)', async () => {
    const link = `bitcoin:${bob.bip122!.address.toUpperCase()}?amount=0.00012345&label=Bob`
    const { data } = await jsonOf('bip122', '--to', link, '--dry-run')
    expect(data).toMatchObject({ to: bob.bip122!.address, amount: '12345' })
    expect((await jsonOf('bip122', '--to', link, '--amount', '0.000123450', '--dry-run')).code).toBe(2)
    expect((await jsonOf('bip122', '--to', link, '--amount', '.00012345', '--dry-run')).code).toBe(0)
    const bare = `bitcoin:${bob.bip122!.address}`
    expect((await jsonOf('bip122', '--to', bare, '--amount', '0.1', '--dry-run')).data.amount).toBe(
      '10000000',
    )
    expect(await jsonOf('bip122', '--to', link, '--amount', '1', '--dry-run')).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('the link asks for 0.00012345 BTC') },
    })
  })

  it.each([
    [
      'an unknown required parameter',
      `bitcoin:${bob.bip122!.address}?amount=1&req-else=1`,
      'the unknown parameter "req-else"',
    ],
    [
      'an invalid address',
      'bitcoin:bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sz?amount=1',
      "isn't a valid Bitcoin address",
    ],
    [
      'an address of another network',
      'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1',
      'another network',
    ],
  ])('refuses a link with %s, and says why', async (_, link, reason) => {
    expect(await jsonOf('bip122', '--to', link, '--amount', '1', '--dry-run')).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining(reason) },
    })
  })
})

describe('an unknown token symbol', () => {
  it('is refused with an error that lists the known symbols', async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const { network, url } = nodeOf('solana')
    const tokens = devnet.tokens.filter(({ asset }) => asset.startsWith(`${network}/`))
    const status = { networks: devnet.networks, tokens, nodes: [], accounts: {} }
    writeDevnet(env, { ...status, id: 'x', pid: process.pid, startedAt: new Date().toISOString() })
    const argv = ['send', '-w', 'dev:alice', '-n', network, '--rpc', url, '--to', 'dev:bob', '--amount', '1']
    const ran = await runCli([...argv, '--asset', 'NOPE', '--json'], { env })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.hint).toContain('By symbol there are LKT, tUSD.')
  })
})
