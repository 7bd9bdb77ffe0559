import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import { ata, token2022Program, tokenProgram } from '../support/jupiter-transactions.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { spoilingProxy } from '../support/swap-services.ts'
import { hungNode } from './support/hung-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const carol = new PublicKey(devAccounts.carol!.solana!.address)

let devnet: Devnet
let services: DevProviders
let chain: Connection
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
  services = await startProviders(devnet)
  chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
}, leaseTimeout)
afterAll(async () => {
  await closeSocket(chain)
  await services?.stop()
  await devnet?.stop()
})

let env: Record<string, string>
beforeEach(() => {
  env = { LATCHKEY_HOME: tempDir() }
  const { networks, tokens, nodes } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
})

const mint = (symbol: string) =>
  devnet.tokens
    .find((one) => one.symbol === symbol && one.asset.startsWith(devnet.networks[0]!.caipNetworkId))!
    .asset.split(':')
    .at(-1)!
async function held(symbol: string): Promise<bigint> {
  const program = symbol === 'LKT' ? tokenProgram : token2022Program
  const { value } = await chain.getTokenAccountBalance(ata(carol, new PublicKey(mint(symbol)), program))
  return BigInt(value.amount)
}
const swap = async (url: string, ...argv: string[]) => {
  const ran = await runCli(
    ['swap', '-w', 'dev:carol', '--provider', 'jupiter', '--provider-url', url, ...argv, '--yes', '--json'],
    { env },
  )
  return { code: ran.code, ...ran.json() }
}

describe('latchkey swap --provider jupiter', () => {
  it('swaps SOL for a token, without a data service', async () => {
    const before = await held('tUSD')
    const { code, data, error } = await swap(services.jupiter!, '--to', 'tUSD', '--amount', '0.5', '--wait')
    expect(code, JSON.stringify(error)).toBe(0)
    expect(data).toMatchObject({
      ...{ needsApproval: false, spender: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4' },
      ...{ received: '75000000', status: { phase: 'confirmed' } },
    })
    expect((await held('tUSD')) - before).toBe(75_000_000n)
  })

  it('swaps tokens that are named by symbol, mint and CAIP-19 id', async () => {
    const caip = devnet.networks[0]!.caipNetworkId
    for (const [from, to] of [
      ['LKT', 'tUSD'],
      [mint('tUSD'), `${caip}/token:${mint('LKT')}`],
    ] as const) {
      const before = await held(from === 'LKT' ? 'tUSD' : 'LKT')
      const ran = await swap(services.jupiter!, '--from', from, '--to', to, '--amount', '1', '--wait')
      expect(ran.code, JSON.stringify(ran.error)).toBe(0)
      expect((await held(from === 'LKT' ? 'tUSD' : 'LKT')) - before).toBe(BigInt(ran.data.received))
    }
  })

  it('signs nothing with --dry-run', async () => {
    const before = await held('tUSD')
    const { code, data } = await swap(services.jupiter!, '--to', 'tUSD', '--amount', '0.5', '--dry-run')
    expect([code, data.dryRun, data.to.minimum]).toEqual([0, true, '74250000'])
    expect(await held('tUSD')).toBe(before)
  })

  it('reads an unlisted token from the second node if the first node hangs', async () => {
    const { hung, honest } = await hungNode(devnet, env)
    const urls = ['-n', devnet.networks[0]!.caipNetworkId, '--rpc', hung, '--rpc', honest]
    const what = ['--to', mint('tUSD'), '--amount', '0.5', '--dry-run']
    const { code, data, error } = await swap(services.jupiter!, ...what, ...urls)
    expect(code, JSON.stringify(error)).toBe(0)
    expect(data.to.minimum).toBe('74250000')
  })

  it('refuses a swap whose minimum is lower than the quoted minimum', async () => {
    const proxy = await spoilingProxy(services.jupiter!)
    onTestFinished(() => proxy.close())
    // Sets the slippage in `route_v2` to 10,000 basis points, so that the minimum is 0.
    proxy.spoil(/swap-instructions/, (answer) => {
      const call = answer.swapInstruction as { data: string }
      const bytes = Buffer.from(call.data, 'base64')
      bytes.writeUInt16LE(10_000, 24)
      return { ...answer, swapInstruction: { ...call, data: bytes.toString('base64') } }
    })
    const before = await held('tUSD')
    const { code, error } = await swap(proxy.url, '--to', 'tUSD', '--amount', '0.5')
    expect(code).not.toBe(0)
    expect(error).toMatchObject({ code: 'swap/mismatch' })
    expect(error?.message).toContain('minimum')
    expect(await held('tUSD')).toBe(before)
  })

  it.each([
    [['--provider', 'uniswap', '--provider-url', 'http://localhost:1'], 'provider-url'],
    [['--provider', 'jupiter', '--provider-url', 'ftp://localhost'], 'provider-url'],
    [['--provider', 'jupiter', '--contracts', 'file.json'], 'contracts'],
  ])('refuses the arguments %j', async (argv, field) => {
    const ran = await runCli(
      ['swap', '-w', 'dev:carol', '--to', 'tUSD', '--amount', '1', ...argv, '--json'],
      { env },
    )
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(field)
  })
})
