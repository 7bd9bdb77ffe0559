import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPublicClient, erc20Abi, type Hex, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeDevnet } from '../../cli/state/devnet-status.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { withBridgeCall } from '../support/swap-bridge.ts'
import { spoilingProxy, withField } from '../support/swap-services.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const carol = devAccounts.carol!.eip155!.address
const there = 'eip155:31338'

let devnet: Devnet
let services: DevProviders
let contracts: string
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
}, leaseTimeout)
afterAll(async () => {
  await services?.stop()
  await devnet?.stop()
})

let env: Record<string, string>
beforeEach(() => {
  env = { LATCHKEY_HOME: tempDir() }
  contracts = join(env.LATCHKEY_HOME!, 'contracts.json')
  const own = Object.entries(services.swapContracts).map(([id, { wrapped, lifiDiamond }]) => [
    id,
    { wrapped, lifiDiamond },
  ])
  writeFileSync(contracts, JSON.stringify(Object.fromEntries(own)))
  const { networks, tokens, nodes } = devnet
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens, nodes, accounts: {} }
  writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
})

function held(symbol: string, on = there): Promise<bigint> {
  const network = devnet.networks.find(({ caipNetworkId }) => caipNetworkId === on)!
  const client = createPublicClient({ transport: http(network.rpcUrls.default.http[0]) })
  const { asset } = devnet.tokens.find((one) => one.symbol === symbol && one.asset.startsWith(`${on}/`))!
  const address = asset.slice(asset.lastIndexOf(':') + 1) as Hex
  const call = { address, abi: erc20Abi, functionName: 'balanceOf', args: [carol as Hex] } as const
  return client.readContract(call)
}
const swap = async (url: string, ...argv: string[]) => {
  const provider = ['--provider', 'lifi', '--provider-url', url, '--contracts', contracts]
  const ran = await runCli(
    ['swap', '-n', 'eip155:31337', '-w', 'dev:carol', ...provider, ...argv, '--yes', '--json'],
    { env },
  )
  return { code: ran.code, text: ran.stderr, ...ran.json() }
}
const across = ['--to-network', there] as const

describe('latchkey swap --provider lifi', () => {
  it('swaps a token for a token on another network, and waits for the arrival', async () => {
    const before = await held('tUSD')
    const amounts = ['--from', 'tUSD', '--to', 'tUSD', '--amount', '2.5', '--wait']
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { code, data, error } = await swap(services.lifi, ...amounts, ...across)
    expect(code, JSON.stringify(error)).toBe(0)
    // The approval and the bridge can take longer than the usual time limit of a command.
    expect(timers.mock.calls.map(([, limit]) => limit)).toEqual(expect.arrayContaining([300_000, 3_600_000]))
    expect(data).toMatchObject({
      ...{ received: '2497500', status: { phase: 'confirmed', arrival: 'arrived' } },
      bridge: { name: 'across', toNetwork: there, duration: 4000 },
    })
    expect((await held('tUSD')) - before).toBe(2_497_500n)
  }, 60_000)

  it('swaps two tokens of the same network', async () => {
    const { code, data } = await swap(services.lifi, '--to', 'tUSD', '--amount', '0.001', '--wait')
    expect([code, data.status, data.bridge]).toEqual([0, { phase: 'confirmed' }, undefined])
  }, 30_000)

  it('shows both halves of the swap with --dry-run, and signs nothing', async () => {
    const before = await held('tUSD')
    const argv = ['--to', 'tUSD', '--amount', '0.001', ...across, '--dry-run']
    const { stdout: text } = await runCli(
      [
        ...['swap', '-n', 'eip155:31337', '-w', 'dev:carol', '--provider', 'lifi'],
        ...['--provider-url', services.lifi, '--contracts', contracts, ...argv],
      ],
      { env },
    )
    expect(text).toMatch(/first half +Across takes at least [\d.]+ tUSD on Devnet One/)
    expect(text).toMatch(/second half +Across pays tUSD on Devnet Two/)
    expect(text).toMatch(/duration +about 4 s/)
    expect(text).toMatch(
      /refund +if Across can't pay, it returns tUSD on Devnet One after \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    )
    expect(await held('tUSD')).toBe(before)
  }, 30_000)

  it('refuses a call that pays a foreign account on the network of arrival', async () => {
    const proxy = await spoilingProxy(services.lifi)
    onTestFinished(() => proxy.close())
    proxy.spoil(/\/quote\?/, (answer) =>
      withField(answer, 'transactionRequest.data', (data) =>
        withBridgeCall(data as Hex, ({ across: terms }) => ({
          across: { ...terms, receiverAddress: `0x${'57'.padStart(64, '0')}` },
        })),
      ),
    )
    const { code, error } = await swap(proxy.url, '--to', 'tUSD', '--amount', '0.001', ...across)
    expect(code).not.toBe(0)
    expect(error).toMatchObject({ code: 'swap/mismatch' })
    expect(error?.message).toContain('receiver')
  }, 30_000)

  it('fails if the bridge returns the tokens', async () => {
    const proxy = await spoilingProxy(services.lifi)
    onTestFinished(() => proxy.close())
    proxy.answer(/\/status\?/, () => ({ status: 'DONE', substatus: 'REFUNDED' }))
    const argv = ['--to', 'tUSD', '--amount', '0.001', '--wait']
    const { code, error } = await swap(proxy.url, ...argv, ...across)
    expect([code, error?.code]).toEqual([1, 'swap/arrival-refunded'])
    expect(error?.message).toMatch(/^0x[\da-f]{64}: the bridge returned the tokens on the first network$/)
  }, 30_000)

  it.each([
    [['--provider', 'uniswap', '--to-network', there], 'to-network'],
    [['--to-network', there], 'to-network'],
    [['--provider', 'lifi', '--to-network', 'nowhere'], 'to-network'],
    [['--provider', 'lifi', '--provider-url', 'ftp://localhost'], 'provider-url'],
  ])('refuses the arguments %j', async (argv, field) => {
    const ran = await runCli(
      ['swap', '-n', 'eip155:31337', '-w', 'dev:carol', '--to', 'tUSD', '--amount', '1', ...argv, '--json'],
      { env },
    )
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toContain(field)
  })
})
