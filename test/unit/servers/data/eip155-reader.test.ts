import { describe, expect, it } from 'vitest'
import { eip155Reader } from '../../../../src/servers/data/eip155/eip155-reader.ts'
import {
  minedTransaction,
  type NodeBlock,
  type NodeReceipt,
} from '../../../../src/servers/data/eip155/mined-transaction.ts'
import { indexedOf, settledOf } from '../../../../src/servers/data/eip155/stored-transactions.ts'
import { NodeCalls, NodeFailure } from '../../../../src/servers/data/node-calls.ts'

const account = `0x${'a'.repeat(40)}`
const token = `0x${'b'.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Stands for the error of a node that doesn't have the method. */
const refused = Symbol('refused')
/** Stands for the error of a node that is busy. */
const busy = Symbol('busy')
/** Stands for the error of a contract that chose the words of a busy node. */
const reverted = Symbol('reverted')
const errors: Readonly<Record<symbol, object>> = {
  [refused]: { code: -32601, message: 'not here' },
  [busy]: { code: -32005, message: 'rate limit' },
  [reverted]: { code: -32000, message: 'VM Exception while processing transaction: revert rate limit' },
}
const behind = { code: -32000, message: 'header not found' }
const pruned = { code: -32000, message: 'missing trie node 4e4e (path ) <nil>' }
const unhealthy = { code: -32011, message: 'no backend is currently healthy to serve traffic' }
const outOfGas = { code: -32000, message: 'out of gas' }
const invalidOpcode = { code: -32000, message: 'invalid opcode: INVALID' }
const revertData = { code: -32015, message: 'VM execution error.', data: 'revert: header not found' }

type Answer = unknown | ((params: readonly never[]) => unknown)

/** An error of a node. */
class NodeError {
  readonly error: object
  constructor(error: object) {
    this.error = error
  }
}

const sent = { hash: hash('7'), from: account, to: token, value: '0x5', input: '0x', nonce: '0x0' }
const block = {
  number: '0x0',
  hash: hash('1'),
  parentHash: hash('0'),
  timestamp: '0x64',
  transactions: [sent],
}
const receipt = {
  transactionHash: sent.hash,
  blockHash: block.hash,
  transactionIndex: '0x0',
  status: '0x1',
  contractAddress: null,
  logs: [] as object[],
}
const quiet: Readonly<Record<string, Answer>> = {
  eth_blockNumber: '0x0',
  eth_getBlockByNumber: block,
  eth_getBlockReceipts: [receipt],
  eth_getBalance: '0x1',
  txpool_content: { pending: {}, queued: {} },
  eth_call: '0x',
}

/** Returns a reader whose node gives these answers. `asked` lists the methods that the node received. */
function reader(answers: Readonly<Record<string, Answer>> = {}, text?: string) {
  const methods = { ...quiet, ...answers }
  const asked: string[] = []
  const node = new NodeCalls(async (body) => {
    type Call = { id: number; method: string; params: readonly never[] }
    const given = JSON.parse(body) as Call | readonly Call[]
    const calls = [given].flat() as readonly Call[]
    asked.push(...calls.map(({ method }) => method))
    const answered = calls.map(({ id, method, params }) => {
      const given = methods[method]
      const answer = typeof given === 'function' ? given(params) : given
      if (typeof answer === 'symbol') return { jsonrpc: '2.0', id, error: errors[answer] }
      if (answer instanceof NodeError) return { jsonrpc: '2.0', id, error: answer.error }
      return { jsonrpc: '2.0', id, result: answer }
    })
    // A node may answer the calls of a batch in any order.
    return text ?? JSON.stringify(Array.isArray(given) ? answered.reverse() : answered[0])
  })
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const read = eip155Reader({ chain: 'eip155:1', native, tokens: [], node, now: () => 500_000 })
  return { ...read, asked }
}

describe('the data service on an eip155 network', () => {
  it('lists a transaction once if it is mined during the read', async () => {
    const pool = { pending: { [account]: { 0: sent } }, queued: {} }
    const rows = await reader({ txpool_content: pool }).activity(account)
    expect(rows.map(({ status }) => status)).toEqual(['confirmed'])
  })

  it.each([
    ['0x1', 'confirmed', 1],
    ['0x0', 'failed', 0],
    // Old receipts have no status (EIP-658).
    [undefined, 'unknown', 1],
    [null, 'unknown', 1],
    ['0x2', 'unknown', 1],
  ] as const)(
    'shows a transaction whose receipt has the status %s as %s',
    async (given, status, received) => {
      const { status: _, ...rest } = receipt
      const node = { eth_getBlockReceipts: [given === undefined ? rest : { ...rest, status: given }] }
      expect(await reader(node).activity(account)).toMatchObject([{ status, operation: 'send' }])
      // A failed transaction moved no coins, so the recipient's history leaves it out.
      expect((await reader(node).activity(token)).map(({ status }) => status)).toEqual(
        Array(received).fill(status),
      )
    },
  )

  it('stores each status of a transaction', () => {
    for (const status of ['0x1', '0x0', '0x2'] as const) {
      const node = block as unknown as NodeBlock
      const mined = minedTransaction(node, node.transactions[0]!, {
        ...receipt,
        status,
      } as unknown as NodeReceipt)
      const { place, details } = indexedOf(mined)
      expect(settledOf({ details, block: 0, place, seconds: 0 }).status).toBe(mined.status)
    }
  })

  it('shows the time of the request as the time of a pending transaction', async () => {
    const other = { ...sent, hash: hash('8') }
    const pool = { pending: {}, queued: { [account]: { 1: other } } }
    const [row] = await reader({ txpool_content: pool }).activity(account)
    expect(row).toMatchObject({ status: 'pending', seconds: 500, hash: other.hash })
  })

  it('shows the history if the node does not show its transaction pool', async () => {
    const { activity, asked } = reader({ txpool_content: refused })
    for (let times = 0; times < 2; times++)
      expect((await activity(account)).map(({ status }) => status)).toEqual(['confirmed'])
    expect(asked.filter((method) => method === 'txpool_content')).toHaveLength(1)
  })

  it("omits tokens whose amount can't be read", async () => {
    const topics = [transferTopic, `0x${word(account)}`, `0x${word(account)}`]
    const logs = [
      // In EIP-721, the fourth topic is the id of the NFT.
      { address: token, topics: [...topics, `0x${word(1n)}`], data: '0x' },
      { address: token, topics, data: '0x' },
      { address: token, topics, data: `0x${word(1n)}00` },
    ]
    const { holdings, asked } = reader({ eth_getBlockReceipts: [{ ...receipt, logs }] })
    expect(await holdings(account)).toMatchObject([{ asset: { symbol: 'ETH' } }])
    expect(asked).not.toContain('eth_call')
  })

  const longName = `${word(32n)}${word(300n)}${'41'.repeat(300)}`
  it.each([
    ['a name of 300 letters is cut', { name: 'A'.repeat(64), symbol: 'MKR', decimals: 6 }, `0x${word(6n)}`],
    ['a token with 78 decimals is omitted', undefined, `0x${word(78n)}`],
    ['a token without decimals is omitted', undefined, '0x'],
  ])('limits the details of a token: %s', async (_, expected, decimals) => {
    const said: Readonly<Record<string, string>> = {
      '0x06fdde03': `0x${longName}`,
      // Old tokens return bytes32.
      '0x95d89b41': `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`,
      '0x313ce567': decimals,
    }
    const topics = [transferTopic, `0x${word(0n)}`, `0x${word(account)}`]
    const logs = [{ address: token, topics, data: `0x${word(9n)}` }]
    const held = await reader({
      eth_getBlockReceipts: [{ ...receipt, logs }],
      eth_call: ([{ data }]: [{ data: string }]) => said[data] ?? `0x${word(9n)}`,
    }).holdings(account)
    expect(held[1]).toEqual(expected && { asset: { address: token, ...expected }, amount: 9n })
  })

  it("asks again for a token's name and symbol if the node was busy", async () => {
    const text = (value: string) => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}`
    const said: Record<string, Answer> = {
      '0x06fdde03': refused,
      '0x95d89b41': refused,
      '0x313ce567': `0x${word(6n)}`,
    }
    const topics = [transferTopic, `0x${word(0n)}`, `0x${word(account)}`]
    const logs = [{ address: token, topics, data: `0x${word(9n)}` }]
    const { holdings, asked } = reader({
      eth_getBlockReceipts: [{ ...receipt, logs }],
      eth_call: ([{ data }]: [{ data: string }]) => said[data] ?? `0x${word(9n)}`,
    })
    const held = async () => (await holdings(account))[1]?.asset
    expect(await held()).toMatchObject({ name: '', symbol: '', decimals: 6 })
    said['0x06fdde03'] = text('Maker')
    said['0x95d89b41'] = text('MKR')
    expect(await held()).toMatchObject({ name: 'Maker', symbol: 'MKR', decimals: 6 })
    const before = asked.length
    expect(await held()).toMatchObject({ name: 'Maker', symbol: 'MKR' })
    // Only the balance is read again.
    expect(asked.slice(before).filter((method) => method === 'eth_call')).toHaveLength(1)
  })

  describe('if a contract of a received token gives no amount', () => {
    const topics = [transferTopic, `0x${word(0n)}`, `0x${word(account)}`]
    const receipts = [{ ...receipt, logs: [{ address: token, topics, data: `0x${word(9n)}` }] }]
    /** Returns a reader whose node gives `answer` to one method of the token's contract. */
    const withAnswer = (selector: string, answer: Answer) =>
      reader({
        eth_getBlockReceipts: receipts,
        eth_call: ([{ data }]: [{ data: string }]) => (data.startsWith(selector) ? answer : `0x${word(6n)}`),
      })

    it.each([
      ['balance', '0x70a08231'],
      ['decimals', '0x313ce567'],
    ])('fails as busy if the node is too busy to return the %s', async (_, selector) => {
      await expect(withAnswer(selector, busy).holdings(account)).rejects.toMatchObject({
        ...{ name: 'NodeFailure', busy: {}, message: 'The node refused eth_call: rate limit' },
      })
    })

    it.each([
      ['balance', '0x70a08231', behind],
      ['balance', '0x70a08231', pruned],
      ['decimals', '0x313ce567', behind],
      ['decimals', '0x313ce567', unhealthy],
    ])('fails if the node lacks the data for the %s: %s %o', async (_, selector, error) => {
      await expect(withAnswer(selector, new NodeError(error)).holdings(account)).rejects.toMatchObject({
        ...{ name: 'NodeFailure', busy: undefined, message: `The node refused eth_call: ${error.message}` },
      })
    })

    it('fails instead of a history without the amount if the node lacks the data', async () => {
      const { activity } = withAnswer('0x313ce567', new NodeError(behind))
      await expect(activity(account)).rejects.toMatchObject({ name: 'NodeFailure', busy: undefined })
    })

    it.each([outOfGas, invalidOpcode, revertData])(
      "omits the token if the contract's own code fails: %o",
      async (error) => {
        for (const selector of ['0x70a08231', '0x313ce567'])
          expect(await withAnswer(selector, new NodeError(error)).holdings(account)).toMatchObject([
            { asset: { symbol: 'ETH' } },
          ])
      },
    )

    it.each(['0x70a08231', '0x313ce567'])(
      "omits the token for ten minutes if the contract's call %s takes too long",
      async (selector) => {
        let isDown = false
        let calls = 0
        const slow = () => {
          calls++
          throw new NodeFailure('The node takes too long', { exceeded: 'time' })
        }
        const { holdings } = reader({
          eth_getBlockReceipts: receipts,
          eth_blockNumber: () => (isDown && calls > 0 ? slow() : '0x0'),
          eth_call: ([{ data }]: [{ data: string }]) =>
            data.startsWith(selector) ? slow() : `0x${word(6n)}`,
        })
        // If the node itself takes too long, the service doesn't know the balances.
        isDown = true
        await expect(holdings(account)).rejects.toMatchObject({ exceeded: 'time' })
        isDown = false
        expect(await holdings(account)).toMatchObject([{ asset: { symbol: 'ETH' } }])
        calls = 0
        expect(await holdings(account)).toMatchObject([{ asset: { symbol: 'ETH' } }])
        expect(calls).toBe(0)
      },
    )

    it('fails as busy instead of a history without the amount', async () => {
      await expect(withAnswer('0x313ce567', busy).activity(account)).rejects.toMatchObject({ busy: {} })
    })

    it.each([
      ['balance', '0x70a08231'],
      ['decimals', '0x313ce567'],
    ])('omits the token if the contract reverts the call for the %s', async (_, selector) => {
      expect(await withAnswer(selector, reverted).holdings(account)).toMatchObject([
        { asset: { symbol: 'ETH' } },
      ])
    })
  })

  describe('for an account that received 600 tokens', () => {
    const address = (at: number) => `0x${String(at).padStart(40, '0')}`
    const topics = [transferTopic, `0x${word(1n)}`, `0x${word(account)}`]
    const logs = Array.from({ length: 600 }, (_, at) => ({
      ...{ address: address(at), topics, data: `0x${word(9n)}` },
    }))
    const calls = (asked: readonly string[]) => asked.filter((method) => method === 'eth_call').length

    it('charges the client before it asks the node about the newest 500 tokens', async () => {
      const answers = { eth_getBlockReceipts: [{ ...receipt, logs }], eth_call: `0x${word(6n)}` }
      const { holdings, asked } = reader(answers)
      const charged: unknown[] = []
      const held = await holdings(account, undefined, (tokens) => charged.push([tokens, calls(asked)]))
      expect(charged).toEqual([[500, 0]])
      expect(calls(asked)).toBe(4 * 500)
      expect(held.slice(1).map(({ asset }) => asset.address)).toEqual(
        logs.slice(100).map((each) => each.address),
      )
      const broke = () => {
        throw new Error('too much')
      }
      await expect(holdings(account, undefined, broke)).rejects.toThrow('too much')
      expect(calls(asked)).toBe(4 * 500)
    })

    it.each([
      ['asks no contract a second time if all contracts returned nothing', '0x', 3 * 500],
      ['asks no contract a second time if all contracts used up their gas', new NodeError(outOfGas), 3 * 500],
      ['asks all contracts a second time if the node refused the first calls', refused, 2 * 3 * 500],
    ])('%s', async (_, eth_call, expected) => {
      const { holdings, asked } = reader({ eth_getBlockReceipts: [{ ...receipt, logs }], eth_call })
      for (let times = 0; times < 2; times++) expect(await holdings(account)).toHaveLength(1)
      expect(calls(asked)).toBe(expected)
    })
  })

  it.each([
    ['HTML', '<html>'],
    ['an object', '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'],
    ['an empty list', '[]'],
  ])('fails if the node answers with %s', async (_, text) => {
    await expect(reader({}, text).activity(account)).rejects.toMatchObject({ name: 'NodeFailure' })
  })

  it('fails if the blocks change each time that it reads them', async () => {
    let count = 0
    const changing = () => ({ ...block, hash: hash(String(2 + (count++ % 8))) })
    const { activity } = reader({ eth_getBlockByNumber: changing })
    await expect(activity(account)).rejects.toThrow('changes faster than it can be read')
  })
})
