import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { readCandidates } from '../../../../src/adapters/eip155/chain/candidates.ts'
import { chainClient } from '../../../../src/adapters/eip155/chain/client.ts'
import type { Hex } from '../../../../src/core/chain/caip.ts'

const from = `0x${'a1'.repeat(20)}`
const to = `0x${'b2'.repeat(20)}`
const hex = (value: number) => `0x${value.toString(16)}`
const hashOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

interface Sent {
  readonly nonce: number
  readonly hash: string
  /** The block's number. Undefined for a pending transaction. */
  readonly block?: number
}

/** Returns the candidates of a payment of 7 wei at nonce 5 and block 100. The node is at block 200, and keeps no old states. */
async function look(sent: readonly Sent[]) {
  const read: number[] = []
  const bodyOf = (number: number | undefined) => ({
    // geth answers in this form for the pending block.
    ...{ number: hex(number ?? 201), hash: number === undefined ? null : hashOf(1), timestamp: '0x1' },
    transactions: sent
      .filter(({ block }) => block === number)
      .map(({ hash, nonce, block }) => ({
        ...{ hash, from, to, nonce: hex(nonce), value: '0x7', input: '0x', gas: '0x1', type: '0x0' },
        ...{ blockNumber: block === undefined ? null : hex(block), gasPrice: '0x1' },
      })),
  })
  const used = sent.flatMap(({ nonce, block }) => (block === undefined ? [] : [nonce + 1]))
  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_blockNumber') return hex(200)
    if (method === 'eth_getTransactionCount' && second === 'latest') return hex(Math.max(5, ...used))
    if (method !== 'eth_getBlockByNumber') throw new Error(`no ${method} here`)
    if (first === 'pending') return bodyOf(undefined)
    read.push(Number(first))
    return bodyOf(Number(first))
  }
  const client = chainClient({
    async request<T>({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      return answer(method, params) as T
    },
  })
  const found = await readCandidates(client, `${from}:${to}:7:${keccak256('0x' as Hex)}:5:100`)
  return { hashes: found.map(({ hash }) => hash), read }
}

describe('an eip155 payment whose answer is lost', () => {
  it('is looked for at most once in each block', async () => {
    const sent = [5, 6, 7, 8, 9, 10].map((nonce) => ({ nonce, hash: hashOf(nonce), block: 95 + 2 * nonce }))
    const { hashes, read } = await look(sent)
    expect(hashes).toEqual(sent.map(({ hash }) => hash))
    expect(read).toEqual([...new Set(read)])
    expect(read).toHaveLength(15)
  })

  it('is looked for in at most 64 blocks if the node hides the transaction', async () => {
    const { hashes, read } = await look([{ nonce: 12, hash: hashOf(12), block: 190 }])
    expect(hashes).toEqual([])
    expect(read).toHaveLength(64)
  })

  it('is never matched to a transaction with a malformed hash', async () => {
    const { hashes } = await look([
      { nonce: 5, hash: hashOf(5) },
      { nonce: 6, hash: '<b>send again</b>' },
      { nonce: 7, hash: `${hashOf(7)}00` },
    ])
    expect(hashes).toEqual([hashOf(5)])
  })

  it('has at most 16 candidates', async () => {
    const sent = Array.from({ length: 500 }, (_, index) => ({ nonce: 5 + (index % 8), hash: hashOf(index) }))
    expect((await look(sent)).hashes).toHaveLength(16)
  })
})
