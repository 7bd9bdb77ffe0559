import { formatEther, Interface, Transaction } from 'ethers'
import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import type { Fetch } from '../../src/ports.ts'
import { eip155OverRelay } from '../../src/wallets/eip155/over-relay.ts'
import { fc } from '../support/fast-check.ts'
import type { WireCall } from '../support/loopback.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { eip155Request } from './eip155-requests.ts'
import { cases, timeout } from './fuzz.ts'

const { address: from, secret } = devAccounts.alice!.eip155!
const network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://node.example/'] } },
} as const satisfies ChainNetwork

/** Returns a node that answers each call with different values, and records the transactions that it gets. */
function fickleNode(draw: fc.GeneratorValue) {
  const sent: string[] = []
  const price = () => `0x${draw(fc.bigInt, { min: 0n, max: 2n ** 45n }).toString(16)}`
  const answers: Record<string, () => unknown> = {
    eth_getBlockByNumber: () => ({ baseFeePerGas: draw(fc.boolean) ? price() : undefined }),
    eth_estimateGas: price,
    eth_gasPrice: price,
    eth_maxPriorityFeePerGas: price,
    eth_getTransactionCount: price,
    eth_getCode: () => '0x',
  }
  const answerTo = ({ id, method, params }: WireCall) => {
    if (method === 'eth_sendRawTransaction') sent.push(String(params[0]))
    const result = method === 'eth_sendRawTransaction' ? `0x${'1'.repeat(64)}` : answers[method]!()
    return { jsonrpc: '2.0', id, result }
  }
  const fetch: Fetch = async (_, init) => {
    const body = JSON.parse(String(init?.body)) as WireCall | readonly WireCall[]
    return Response.json(Array.isArray(body) ? body.map(answerTo) : answerTo(body as WireCall))
  }
  return { fetch, sent }
}

const tokens = new Interface([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
])

/**
 * Returns the token rows that the wallet must show for call data. There are none if ethers would encode the
 * call differently.
 */
function tokenRows(data: string): readonly (readonly string[])[] {
  const selector = data.slice(0, 10)
  const known = tokens.getFunction(selector)
  if (!known) return []
  try {
    const args = tokens.decodeFunctionData(known, data)
    if (tokens.encodeFunctionData(known, args) !== data) return []
    return known.inputs.map(({ name }, at) => [`${known.name} ${name}`, String(args[at]).toLowerCase()])
  } catch {
    return []
  }
}

const rowsOf = (raw: string, sender: string | undefined) => {
  const { to, value, data, nonce } = Transaction.from(raw)
  return [
    ...(sender ? [['from', sender]] : []),
    ['to', to?.toLowerCase() ?? 'a new contract'],
    ['amount', `${formatEther(value).replace(/\.0$/, '')} ETH`],
    ...(data === '0x' ? [] : [['data', `${(data.length - 2) / 2} bytes, calls ${data.slice(0, 10)}`]]),
    ...tokenRows(data),
    ['nonce', String(nonce)],
  ]
}

/** Returns the maximum fee of the signed transactions, in wei. */
const costOf = (raws: readonly string[]) =>
  raws.reduce((sum, raw) => {
    const { gasLimit, gasPrice, maxFeePerGas } = Transaction.from(raw)
    return sum + gasLimit * (maxFeePerGas ?? gasPrice ?? 0n)
  }, 0n)

describe('an eip155 transaction', { timeout }, () => {
  it('is refused, or signed as it was described, whatever the node answers meanwhile', async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(eip155Request(from, 31337), fc.gen(), async (call, draw) => {
        const { fetch, sent } = fickleNode(draw)
        const log = console as never
        const wallet = eip155OverRelay({ secrets: [secret], networks: [network], fetch, log })
        const answer = await describeAndSign(wallet, call, network)
        if (!answer) return
        told++
        const { described } = answer
        const [fields] = call.params as [{ nonce?: unknown }]
        const shown = described.rows.filter(([name]) => !/^(fee|WARNING|all or nothing)$/.test(name))
        const several = call.method === 'wallet_sendCalls'
        const expected = sent.flatMap((raw, at) =>
          rowsOf(raw, several ? undefined : from)
            .filter(([name]) => name !== 'nonce' || (!several && fields.nonce !== undefined))
            .map(([name, value]) => [several ? `${at + 1}. ${name}` : name, value]),
        )
        expect(shown.map(([name, value]) => [name, name === 'from' ? value : value.toLowerCase()])).toEqual([
          ...(several ? [['from', from]] : []),
          ...expected.map(([name, value]) => [name, name === 'from' ? value : value!.toLowerCase()]),
        ])
        expect(described.rows.find(([name]) => name === 'fee')?.[1]).toBe(
          `up to ${formatEther(costOf(sent)).replace(/\.0$/, '')} ETH`,
        )
      }),
      { numRuns: cases },
    )
    expect(told).toBeGreaterThan(cases / 3)
  })
})
