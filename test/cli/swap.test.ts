import type { Devnet } from 'latchkey/devnet'
import { createPublicClient, erc20Abi, getAddress, type Hex, http, parseTransaction } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Interruption } from '../../cli/output/cli-error.ts'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { devAccounts, type FaultCall, type NodeFault, startNodeFaults } from '../../src/devnet/index.ts'
import type { WireSwap } from '../../src/servers/data/wire.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { exchangeReader } from '../support/swap-world.ts'
import { lyingService } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const carol = devAccounts.carol!.eip155!.address as Hex
const ether = 10n ** 18n

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], exchange: true, data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())

/** The environment of a home folder that names this test's devnet as the running devnet. */
let env: Record<string, string>
const home = (
  data: string | undefined,
  missing?: Readonly<Record<string, string>>,
  networks: Devnet['networks'] = devnet.networks,
) => {
  env = { LATCHKEY_HOME: tempDir() }
  const { tokens, nodes } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, { ...status, missing, ...(data && { data }) } as Parameters<typeof writeDevnet>[1])
}
beforeEach(() => home(devnet.data!.url))

const swap = (...argv: string[]) => runCli(['swap', '-w', 'dev:carol', ...argv], { env })
const json = async (...argv: string[]) => {
  const ran = await swap(...argv, '--json')
  return { code: ran.code, ...ran.json() }
}
const token = (symbol: string) => devnet.exchange![0]!.tokens.find((each) => each.symbol === symbol)!.address
const chain = () => createPublicClient({ transport: http(devnet.nodes[0]!.url) })
const held = (symbol: string) =>
  symbol === 'ETH'
    ? chain().getBalance({ address: carol })
    : chain().readContract({
        address: token(symbol),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [carol],
      })
const allowed = (symbol: string) =>
  chain().readContract({
    ...({ address: token(symbol), abi: erc20Abi, functionName: 'allowance' } as const),
    args: [carol, devnet.exchange![0]!.router],
  })

describe('latchkey swap', () => {
  it('says how to get an exchange if the devnet runs without one', async () => {
    const { url, stop } = await lyingService(devnet.data!.url, (path, body) =>
      path.startsWith('/v1/convert/tokens') ? { tokens: [] } : body,
    )
    onTestFinished(stop)
    home(url, { exchange: 'npm install --save-dev exchange' })
    const { code, error } = await json('--to', 'tUSD', '--amount', '0.5')
    expect([code, error?.code]).toEqual([8, 'swap/unsupported'])
    expect(error?.hint).toContain('npm install --save-dev exchange')
    home(url)
    expect((await json('--to', 'tUSD', '--amount', '0.5')).error?.hint).toBe(
      'Switch to a network that supports swaps.',
    )
  })

  it('shows the expected result in a dry run, and signs nothing', { tags: ['ci'] }, async () => {
    const [coins, dollars] = [await held('ETH'), await held('tUSD')]
    const { code, data, error } = await json('--to', 'tUSD', '--amount', '0.5', '--dry-run')
    expect(code, JSON.stringify(error)).toBe(0)
    expect(data).toMatchObject({
      ...{ dryRun: true, account: `eip155:31337:${carol}`, needsApproval: false, slippage: 1 },
      from: { symbol: 'ETH', address: null, amount: String(ether / 2n) },
      to: { symbol: 'tUSD', address: getAddress(token('tUSD')) },
      route: ['ETH', 'tUSD'],
    })
    const { expected, minimum } = data.to
    expect(BigInt(minimum)).toBe((BigInt(expected) * 99n) / 100n)
    expect([await held('ETH'), await held('tUSD')]).toEqual([coins, dollars])
    const { stdout } = await swap('--to', 'tUSD', '--amount', '0.5', '--dry-run')
    for (const part of ['Dry run: nothing was signed.', '0.5 ETH', 'route', 'ETH → tUSD', '0.0015 ETH'])
      expect(stdout).toContain(part)
  })

  it('swaps the native token for a token, and shows the amount that arrived', async () => {
    const before = await held('tUSD')
    const { code, data, error } = await json('--to', 'tUSD', '--amount', '0.5', '--wait', '--yes')
    expect(code, JSON.stringify(error)).toBe(0)
    expect(data.status).toEqual({ phase: 'confirmed' })
    expect((await held('tUSD')) - before).toBe(BigInt(data.received))
    expect(BigInt(data.received)).toBeGreaterThanOrEqual(BigInt(data.to.minimum))
    const receipt = await chain().getTransactionReceipt({ hash: data.hash })
    expect(receipt.to).toBe(devnet.exchange![0]!.router)
  })

  it('approves exactly the swapped amount of a token', async () => {
    const before = await held('LKT')
    const argv = ['--from', token('tUSD'), '--to', 'lkt', '--amount', '100.5', '--wait', '--yes']
    const { code, data, error } = await json(...argv)
    expect(code, JSON.stringify(error)).toBe(0)
    expect(data).toMatchObject({ needsApproval: true, route: ['tUSD', 'WETH', 'LKT'] })
    expect((await held('LKT')) - before).toBe(BigInt(data.received))
    expect(await allowed('tUSD')).toBe(0n)
  })

  it.each([
    ['a higher minimum', (minimum: bigint) => minimum * 2n, 'node/execution-reverted'],
    ['a lower minimum', (minimum: bigint) => minimum / 2n, 'swap/mismatch'],
  ])(
    'swaps nothing and revokes the approval if the service builds a call with %s after the approval',
    async (_, worsen, code) => {
      let asked = 0
      const { url, stop } = await lyingService(devnet.data!.url, (path, body) => {
        if (!path.startsWith('/v1/convert/build-transaction')) return body
        asked += 1
        if (asked === 1) return body
        const { tx } = body as { tx: WireSwap }
        // The call's arguments are those of swapExactTokensForETH: amount, minimum, and so on.
        const minimum = BigInt(`0x${tx.data.slice(74, 138)}`)
        const other = worsen(minimum).toString(16).padStart(64, '0')
        return { tx: { ...tx, data: tx.data.slice(0, 74) + other + tx.data.slice(138) } }
      })
      onTestFinished(stop)
      home(url)
      const nonce = await chain().getTransactionCount({ address: carol })
      const coins = await held('tUSD')
      const ran = await swap('--from', 'tUSD', '--to', 'ETH', '--amount', '70', '--yes', '--json')
      expect(ran.json().error?.code, ran.stdout).toContain(code)
      expect(ran.stderr).toContain('revoking')
      expect(await allowed('tUSD')).toBe(0n)
      expect(await held('tUSD')).toBe(coins)
      // The account sent two transactions: the approval and its revocation.
      expect(await chain().getTransactionCount({ address: carol })).toBe(nonce + 2)
    },
  )

  it('revokes the approval if the swap reverts on-chain', async () => {
    const [alice, bob] = [devAccounts.alice!.eip155!.address, devAccounts.bob!.eip155!.address as Hex]
    const { router } = devnet.exchange![0]!
    const node = await startNodeFaults({
      target: devnet.nodes[0]!.url,
      faults: [
        {
          async call({ method, params }, next) {
            const [raw] = (params ?? []) as readonly Hex[]
            // Another trade lowers the price just before the swap.
            if (method === 'eth_sendRawTransaction' && parseTransaction(raw!).to === router.toLowerCase())
              await exchangeReader(devnet, alice).sell('tUSD', bob, 500_000_000_000n)
            return next()
          },
        },
      ],
    })
    onTestFinished(() => node.stop())
    const rpcUrls = { default: { http: [node.url] } }
    home(
      devnet.data!.url,
      undefined,
      devnet.networks.map((network) => ({ ...network, rpcUrls })),
    )
    const [nonce, dollars] = [await chain().getTransactionCount({ address: carol }), await held('tUSD')]
    const argv = ['--from', 'tUSD', '--to', 'ETH', '--amount', '70', '--wait', '--yes', '--json']
    const ran = await swap(...argv)
    expect(ran.json().error?.code, ran.stdout).toBe('swap/failed')
    expect(await held('tUSD')).toBe(dollars)
    expect(await allowed('tUSD')).toBe(0n)
    expect(ran.stderr).toContain('revoking')
    // The account sent three transactions: the approval, the swap and the revocation.
    expect(await chain().getTransactionCount({ address: carol })).toBe(nonce + 3)
  })

  /** Puts a fault in front of the node, and of the data service, which forwards calls to the node. */
  async function withFault(call: NonNullable<NodeFault['call']>) {
    const targets = [devnet.nodes[0]!.url, devnet.data!.url]
    const [node, service] = await Promise.all(
      targets.map((target) => startNodeFaults({ target, faults: [{ call }] })),
    )
    onTestFinished(() => Promise.all([node!.stop(), service!.stop()]).then(() => {}))
    const rpcUrls = { default: { http: [node!.url] } }
    const networks = devnet.networks.map((network) => ({ ...network, rpcUrls }))
    home(service!.url, undefined, networks)
  }
  const recipient = ({ params }: FaultCall) =>
    parseTransaction((params as readonly [Hex])[0]).to?.toLowerCase()
  const selling = ['--from', 'tUSD', '--to', 'ETH', '--amount', '70', '--wait', '--yes', '--json']

  it('revokes an approval that seems to fail', async () => {
    // The node lies about each read of the approval's receipt, because the command may not use its first answer.
    let approval: unknown
    await withFault(async (call, next) => {
      const outcome = await next()
      const result = 'result' in outcome ? outcome.result : undefined
      if (call.method === 'eth_sendRawTransaction') approval ??= result
      const isItsReceipt =
        call.method === 'eth_getTransactionReceipt' && (call.params as readonly unknown[])[0] === approval
      return isItsReceipt && result ? { result: { ...result, status: '0x0' } } : outcome
    })
    const ran = await swap(...selling)
    expect(ran.json().error?.code, ran.stdout).toBe('node/transaction-failed')
    expect(ran.stderr).toContain('revoking')
    expect(await allowed('tUSD')).toBe(0n)
  })

  it('warns that the approval may be open if it is interrupted during the approval', async () => {
    const stop = new AbortController()
    await withFault(async (call, next) => {
      const outcome = await next()
      if (call.method === 'eth_sendRawTransaction') stop.abort(new Interruption('SIGINT'))
      return outcome
    })
    const router = getAddress(devnet.exchange![0]!.router)
    const ran = await runCli(['swap', '-w', 'dev:carol', ...selling], { env, signal: stop.signal })
    expect(ran.code).toBe(130)
    expect(ran.stderr).toContain(`WARNING: the approval of tUSD for ${router} may still be open`)
    const revoke = [token('tUSD'), 'approve(address,uint256)', router, '0']
    expect((await runCli(['call', ...revoke, '-w', 'dev:carol', '--yes', '--wait'], { env })).code).toBe(0)
  })

  it.each([
    ['its outcome is unknown', 6, false],
    ['it is interrupted after the swap is sent', 130, true],
  ])('warns that the approval may be open, and does not revoke it, if %s', async (_, code, interrupt) => {
    const lookups = ['eth_getTransactionReceipt', 'eth_getTransactionByHash']
    const stop = new AbortController()
    const router = getAddress(devnet.exchange![0]!.router)
    let hash: unknown
    await withFault(async (call, next) => {
      if (hash !== undefined && lookups.includes(call.method))
        return { error: { code: -32601, message: 'method not found' } }
      const outcome = await next()
      if (call.method === 'eth_sendRawTransaction' && recipient(call) === router.toLowerCase()) {
        hash = 'result' in outcome && outcome.result
        if (interrupt) stop.abort(new Interruption('SIGINT'))
      }
      return outcome
    })
    const nonce = await chain().getTransactionCount({ address: carol })
    const ran = await runCli(['swap', '-w', 'dev:carol', ...selling], { env, signal: stop.signal })
    expect(ran.code, ran.stdout + ran.stderr).toBe(code)
    expect(ran.json().data).toMatchObject({ hash, status: { phase: interrupt ? 'pending' : 'unknown' } })
    expect(ran.stderr).toContain(`WARNING: the approval of tUSD for ${router} may still be open`)
    expect(ran.stderr).not.toContain('revoking')
    // The account sent two transactions: the approval and the swap.
    expect(await chain().getTransactionCount({ address: carol })).toBe(nonce + 2)
  })

  it.each([
    ['a swap without a target token', ['--amount', '1'], 2, 'to: is missing'],
    ['a swap without an amount', ['--to', 'tUSD'], 2, 'amount: is missing'],
    ['an invalid amount', ['--to', 'tUSD', '--amount', '1,5'], 2, 'amount'],
    [
      'an amount with more digits than the token has',
      ['--from', 'tUSD', '--to', 'ETH', '--amount', '0.0000001'],
      2,
      'decimals',
    ],
    ['an unknown token', ['--to', 'DOGE', '--amount', '1'], 2, 'There are ETH, LKT, tUSD'],
    ['a swap of a token for itself', ['--to', 'ETH', '--amount', '1'], 2, 'to: is ETH'],
    ['an amount above the balance', ['--from', 'tUSD', '--to', 'ETH', '--amount', '2000000'], 1, 'tUSD'],
  ])('refuses %s, and sends no wallet request', async (_, argv, code, words) => {
    const [nonce] = [await chain().getTransactionCount({ address: carol })]
    const ran = await swap(...argv, '--yes')
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code, stderr: expect.stringContaining(words) })
    expect(await chain().getTransactionCount({ address: carol })).toBe(nonce)
  })

  it('names the missing option if there is no service for quotes', async () => {
    home(undefined)
    const ran = await swap('--to', 'tUSD', '--amount', '1', '--yes')
    expect(ran.code).toBe(8)
    expect(ran.stderr).toContain('data')
  })

  it('works only with eip155 wallets', async () => {
    const ran = await runCli(['swap', '-w', 'dev:carol', '-n', 'solana', '--to', 'X', '--amount', '1'], {
      env,
    })
    expect(ran.code).toBe(2)
  })
})
