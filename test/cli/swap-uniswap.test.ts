// @module-tag ci
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { erc20Abi, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { type Devnet, devAccounts, startDevnet } from '../../src/devnet/index.ts'
import { leaseTimeout } from '../support/leased-devnet.ts'
import { deployUniswap, type Uniswap } from '../support/uniswap-contracts.ts'
import { poolGives, reservesOf } from '../support/uniswap-pools.ts'
import { hungNode } from './support/hung-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const carol = devAccounts.carol!.eip155!.address as Hex

let devnet: Devnet
let uniswap: Uniswap
beforeAll(async () => {
  // Starts a separate node, because a swap depends on the account's balances and on the time of the chain.
  devnet = await startDevnet({ families: ['eip155'] })
  uniswap = await deployUniswap(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())

let env: Record<string, string>
let file: string
/** Writes the file with the contracts that the command may call. */
const pin = (contracts: unknown) => writeFileSync(file, JSON.stringify(contracts))
beforeEach(() => {
  const folder = tempDir()
  env = { LATCHKEY_HOME: folder }
  file = join(folder, 'contracts.json')
  pin({ 'eip155:31337': uniswap.contracts })
  const { networks, tokens, nodes } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
})

const swap = (provider: string, ...argv: string[]) =>
  runCli(
    ['swap', '-w', 'dev:carol', '--provider', provider, '--contracts', file, ...argv, '--yes', '--json'],
    { env },
  )
const token = (symbol: string) => uniswap.tokens.find((one) => one.symbol === symbol)!.address
const held = (symbol: string) =>
  uniswap.client.readContract({
    ...({ address: token(symbol), abi: erc20Abi, functionName: 'balanceOf' } as const),
    args: [carol],
  })
const sent = () => uniswap.client.getTransactionCount({ address: carol })

/** Expects that the two amounts are equal, except for the rounding of the reserves. */
function expectPrice(received: bigint, expected: bigint) {
  const difference = received > expected ? received - expected : expected - received
  expect(difference, `${received} is not ${expected}`).toBeLessThanOrEqual(1n + expected / 10n ** 8n)
}

describe.each([
  ['uniswap', () => uniswap.contracts.swapRouter02, 2],
  // With this router, a token needs two approvals: one for Permit2, and one that lets the router use Permit2.
  ['uniswap-universal', () => uniswap.contracts.universalRouters[0]!, 3],
] as const)('latchkey swap --provider %s', (provider, router, requests) => {
  it("swaps the native coin at the pool's price, without a service", async () => {
    const { coin, token: tokens } = await reservesOf(uniswap, 'tUSD')
    const before = await held('tUSD')
    const ran = await swap(provider, '--to', 'tUSD', '--amount', '0.5', '--wait')
    expect(ran.code, ran.stdout).toBe(0)
    const { data } = ran.json()
    expectPrice(BigInt(data.received), poolGives(parseUnits('0.5', 18), coin, tokens))
    expect((await held('tUSD')) - before).toBe(BigInt(data.received))
    const { to } = await uniswap.client.getTransactionReceipt({ hash: data.hash })
    expect(to).toBe(router().toLowerCase())
  })

  it('approves exactly the swapped amount, and swaps over two pools', async () => {
    const [one, two] = [await reservesOf(uniswap, 'tUSD'), await reservesOf(uniswap, 'LKT')]
    const [before, nonce] = [await held('LKT'), await sent()]
    // Names the token by its address, as on a network without a list of tokens.
    const ran = await swap(
      provider,
      '--from',
      token('tUSD'),
      '--to',
      token('LKT'),
      '--amount',
      '1.5',
      '--wait',
    )
    expect(ran.code, ran.stdout).toBe(0)
    const { data } = ran.json()
    const coins = poolGives(1_500_000n, one.token, one.coin)
    expectPrice(BigInt(data.received), poolGives(coins, two.coin, two.token))
    expect((await held('LKT')) - before).toBe(BigInt(data.received))
    expect((await sent()) - nonce).toBe(requests)
    for (const spender of [router(), uniswap.contracts.permit2])
      expect(
        await uniswap.client.readContract({
          ...({ address: token('tUSD'), abi: erc20Abi, functionName: 'allowance' } as const),
          args: [carol, spender],
        }),
      ).toBe(0n)
  })

  it('finds an unlisted token even if one of two nodes hangs', async () => {
    const { hung, honest } = await hungNode(devnet, env)
    const urls = ['-n', 'eip155:31337', '--rpc', hung.replace('127.0.0.1', 'localhost'), '--rpc', honest]
    const ran = await swap(provider, '--to', token('tUSD'), '--amount', '0.1', '--dry-run', ...urls)
    expect(ran.code, ran.stdout).toBe(0)
    expect(ran.json().data.to).toMatchObject({ symbol: 'tUSD' })
  })

  it('refuses a quote that promises more than the pools pay, and sends no wallet request', async () => {
    // The contract answers every call with 2^255. Its code: PUSH32 PUSH0 MSTORE, PUSH1 32 PUSH0 RETURN.
    const liar: Hex = '0x11a2000000000000000000000000000000000001'
    await uniswap.client.setCode({ address: liar, bytecode: `0x7f8${'0'.repeat(63)}5f5260205ff3` })
    pin({ 'eip155:31337': { ...uniswap.contracts, uniswapQuoter: liar } })
    const nonce = await sent()
    const ran = await swap(provider, '--to', 'tUSD', '--amount', '0.5')
    expect(ran.code, ran.stdout).not.toBe(0)
    expect(ran.json().error?.code).toBe('node/execution-reverted')
    expect(await sent()).toBe(nonce)
  })
})

describe('the contracts of latchkey swap', () => {
  const wrong = (contracts: object) => ({ 'eip155:31337': { ...uniswap.contracts, ...contracts } })
  it.each<[string, () => unknown, string]>([
    ['a list instead of an object', () => [], 'is not an object'],
    ['a network of another family', () => ({ solana: {} }), 'solana'],
    ['an unknown contract', () => wrong({ router: token('LKT') }), '"router" is not a known contract'],
    ['one router where a list is expected', () => wrong({ universalRouters: token('LKT') }), 'is not a list'],
    [
      'a mistyped address',
      () => wrong({ swapRouter02: '0xE592427A0AEce92De3Edee1F18E0157C05861565' }),
      'swapRouter02 of eip155:31337: the checksum',
    ],
  ])('are refused if the file has %s', async (_, contracts, words) => {
    pin(contracts())
    const ran = await swap('uniswap', '--to', 'tUSD', '--amount', '0.5')
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(words)
  })

  it('can be given only for Uniswap', async () => {
    const ran = await swap('data', '--to', 'tUSD', '--amount', '0.5')
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain('contracts: needs --provider uniswap')
  })

  it('must be given for a network on which Latchkey knows none', async () => {
    pin({})
    const ran = await swap('uniswap', '--to', 'tUSD', '--amount', '0.5')
    expect(ran.code, ran.stdout).toBe(8)
    expect(ran.json().error?.code).toBe('swap/unsupported')
  })

  it("can't be given for an unknown provider", async () => {
    const ran = await swap('pancake', '--to', 'tUSD', '--amount', '0.5')
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain('"pancake" is not a provider of swaps')
  })

  it("can't replace the option --decimals for a token whose decimals only one node reports", async () => {
    const unknown = { ...devnet, tokens: [] }
    const { networks, tokens, nodes } = unknown
    const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
    writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
    const argv = ['--from', token('tUSD'), '--to', 'ETH', '--amount', '1', '--dry-run']
    const refused = await swap('uniswap', ...argv)
    expect(refused.code).toBe(2)
    expect(refused.json().error?.message).toMatch(/decimals: only .* says that tUSD has 6 decimals/)
    const ran = await swap('uniswap', ...argv, '--decimals', '6')
    expect(ran.code, ran.stdout).toBe(0)
    expect(ran.json().data).toMatchObject({ from: { symbol: 'tUSD', amount: '1000000' } })
  })
})
