// @module-tag ci
import type { Intercept } from 'latchkey/wallets'
import { type Hex, parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { FlowReport } from '../../cli/check/report.ts'
import { askNode } from '../../cli/nodes/node-rpc.ts'
import { type Devnet, type NodeFault, startNodeFaults } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { answerTo, checkDevnet } from './support/check-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], exchange: true, data: true })
}, leaseTimeout)
afterAll(() => devnet.stop())

const stepOf = ({ steps }: FlowReport, name: string) => steps.find(({ step }) => step === name)!
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const bob = () => BigInt(devnet.accounts.bob!.eip155!.address)
const alice = () => BigInt(devnet.accounts.alice!.eip155!.address)

interface Asked {
  readonly data?: string
}
/** Returns a wallet that changes the data of each transaction that calls the function with this selector. */
const tampering =
  (selector: string, change: (data: string) => string): Intercept =>
  async (request, honest) => {
    const [first] = request.params as readonly Asked[]
    return request.method === 'eth_sendTransaction' && first?.data?.startsWith(selector)
      ? answerTo(request, [{ ...first, data: change(first.data) }], honest)
      : honest()
  }

describe('the swaps of latchkey check', () => {
  it('approve only the swapped amount, and pay out at least the minimum', {
    tags: ['ci'],
  }, async () => {
    const report = await checkDevnet(devnet)
    const [there, back] = [stepOf(report, 'swap native'), stepOf(report, 'swap token')]
    expect(there, there.error?.message).toMatchObject({
      status: 'ok',
      seen: { from: { symbol: 'ETH' }, to: { symbol: 'LKT' } },
    })
    expect(back, back.error?.message).toMatchObject({
      status: 'ok',
      seen: { from: { symbol: 'LKT' }, to: { symbol: 'ETH' }, approved: 25n * 10n ** 18n, allowanceLeft: 0n },
    })
    for (const { seen } of [there, back]) {
      const { from, to } = seen as Record<'from' | 'to', Record<string, bigint>>
      expect(from.change).toBe(-from.amount!)
      expect(to.change! >= to.minimum! && to.minimum! > 0n).toBe(true)
    }
    expect(report.ok).toBe(true)
  })

  it('fail if the wallet makes the swap pay the wrong account', async () => {
    const intercept = tampering('0x7ff36ab5', (data) => data.replace(word(alice()), word(bob())))
    const step = stepOf(await checkDevnet(devnet, { intercept }), 'swap native')
    expect(step).toMatchObject({ status: 'wrong', exitCode: 7, seen: { to: { change: 0n } } })
  })

  it('fail if the wallet approves more than requested', async () => {
    const intercept = tampering('0x095ea7b3', (data) => data.slice(0, -64) + word(2n ** 200n))
    const step = stepOf(await checkDevnet(devnet, { intercept }), 'swap token')
    expect(step).toMatchObject({ status: 'wrong', exitCode: 7, seen: { allowance: 2n ** 200n } })
    await revoke('LKT')
  })

  it('revoke their approval if the wallet declines the swap', async () => {
    const declined = Object.assign(new Error('no'), { code: 4001 })
    const intercept: Intercept = async (request, honest) => {
      const [first] = request.params as readonly Asked[]
      const isSwap = request.method === 'eth_sendTransaction' && first?.data?.startsWith('0x18cbafe5')
      return isSwap ? Promise.reject(declined) : honest()
    }
    const step = stepOf(await checkDevnet(devnet, { intercept }), 'swap token')
    expect(step).toMatchObject({ status: 'failed', error: { code: 'wallet/user-rejected' } })
    expect(await allowance('LKT')).toBe(0n)
  })

  it("don't revoke their approval if no node can look up the sent swap", async () => {
    const lookups = ['eth_getTransactionReceipt', 'eth_getTransactionByHash']
    const after: string[] = []
    let isSent = false
    const call: NodeFault['call'] = async ({ method, params }, next) => {
      if (isSent && lookups.includes(method)) return { error: { code: -32601, message: 'method not found' } }
      const [raw] = (params ?? []) as readonly Hex[]
      const data = method === 'eth_sendRawTransaction' ? (parseTransaction(raw!).data ?? '0x') : undefined
      if (isSent && data) after.push(data)
      isSent ||= data?.startsWith('0x18cbafe5') === true
      return next()
    }
    const targets = [devnet.nodes[0]!.url, devnet.data!.url]
    const [node, service] = await Promise.all(
      targets.map((target) => startNodeFaults({ target, faults: [{ call }] })),
    )
    onTestFinished(() => Promise.all([node!.stop(), service!.stop()]).then(() => {}))
    const rpcUrls = { default: { http: [node!.url] } }
    const [first, ...others] = devnet.networks
    const { tokens, exchange } = devnet
    const data = { ...devnet.data!, url: service!.url }
    const networks = [{ ...first!, rpcUrls }, ...others]
    const step = stepOf(await checkDevnet({ networks, tokens, exchange, data }), 'swap token')
    expect(step.status).toBe('failed')
    expect(isSent).toBe(true)
    expect(after.filter((data) => data.startsWith('0x095ea7b3'))).toEqual([])
  })

  it('fail if there is an exchange but nothing is swapped', async () => {
    const { networks, tokens, exchange } = devnet
    const [network] = networks
    const other = await leaseService()
    const step = stepOf(
      await checkDevnet({ networks: [network!], tokens, exchange, data: other }),
      'swap native',
    )
    expect(step).toMatchObject({
      ...{ status: 'wrong', exitCode: 7, seen: {} },
      error: {
        code: 'check/wrong-result',
        message: `${network!.name} has an exchange, and no tokens are found on it`,
      },
    })
    await other.stop()
  })

  it('are skipped if there is no exchange', async () => {
    const { networks, tokens, data } = devnet
    const report = await checkDevnet({ networks, tokens, exchange: undefined, data })
    expect(report.ok).toBe(true)
    const names = report.steps.map(({ step }) => step)
    expect(names).toEqual(expect.arrayContaining(['send token', 'names', 'disconnect']))
    expect(names.filter((name) => name.startsWith('swap'))).toEqual([])
  })
})

/** Revokes Alice's allowance of a token to the exchange. Anvil signs for her, and mines the transaction at once. */
async function revoke(symbol: string): Promise<void> {
  const { router } = devnet.exchange![0]!
  const data = `0x095ea7b3${word(BigInt(router))}${word(0n)}`
  const from = devnet.accounts.alice!.eip155!.address
  await askNode(devnet.nodes[0]!.url, 'eth_sendTransaction', [{ from, to: tokenAt(symbol), data }])
}

/** Returns how much of a token the exchange may spend for Alice. */
async function allowance(symbol: string): Promise<bigint> {
  const { router } = devnet.exchange![0]!
  const call = { to: tokenAt(symbol), data: `0xdd62ed3e${word(alice())}${word(BigInt(router))}` }
  return BigInt(await askNode<string>(devnet.nodes[0]!.url, 'eth_call', [call, 'latest']))
}

function tokenAt(symbol: string): string {
  return devnet.exchange![0]!.tokens.find((token) => token.symbol === symbol)!.address
}

/** Starts a data service for the same chains, but without an exchange. */
async function leaseService() {
  const { startDataService } = await import('../../src/devnet/index.ts')
  return startDataService({ networks: devnet.networks, tokens: devnet.tokens, zone: devnet.data!.zone })
}
