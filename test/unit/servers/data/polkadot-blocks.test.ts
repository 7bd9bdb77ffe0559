import { beforeEach, describe, expect, it } from 'vitest'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { finalizedHead, polkadotBlocks } from '../../../../src/servers/data/polkadot/blocks.ts'
import { Runtimes } from '../../../../src/servers/data/polkadot/runtimes.ts'

const signal = new AbortController().signal
const reference = '1a'.repeat(16)
const hashOf = (number: number) =>
  number === 0 ? `0x${'1a'.repeat(32)}` : `0x${'b'.repeat(32)}${String(number).padStart(32, '0')}`
/** An inherent: an extrinsic that the block's author adds. It starts with its length and the version 4. */
const inherent = '0x280403000b'

/** A node whose blocks have only inherents. */
class FakeNode {
  best = 20
  finalized = 10
  /** The hashes of blocks that a test has changed, by block number. */
  readonly replaced = new Map<number, string>()
  extrinsics: readonly string[] = [inherent]

  answer(body: string): string {
    type Call = { id: number; method: string; params: readonly unknown[] }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answers = ([given].flat() as readonly Call[]).map(({ id, method, params }) => ({
      ...{ jsonrpc: '2.0', id },
      ...this.#outcome(method, params),
    }))
    return JSON.stringify(Array.isArray(given) ? answers : answers[0])
  }

  #hash(number: number): string {
    return this.replaced.get(number) ?? hashOf(number)
  }

  #outcome(method: string, [param]: readonly unknown[]): object {
    if (method === 'chain_getFinalizedHead') return { result: this.#hash(this.finalized) }
    if (method === 'chain_getBlockHash')
      return { result: Number(param) <= this.best ? this.#hash(Number(param)) : null }
    const numbers = Array.from({ length: this.best + 1 }, (_, at) => at)
    const number = numbers.find((at) => this.#hash(at) === param)
    if (number === undefined) return { result: null }
    const header = { number: `0x${number.toString(16)}`, parentHash: this.#hash(number - 1) }
    if (method === 'chain_getHeader') return { result: header }
    if (method === 'chain_getBlock') return { result: { block: { header, extrinsics: this.extrinsics } } }
    return { error: { code: -32601, message: 'Method not found' } }
  }
}

let node: FakeNode
let calls: NodeCalls
beforeEach(() => {
  node = new FakeNode()
  calls = new NodeCalls(async (body) => node.answer(body))
})
const source = () => polkadotBlocks(calls, new Runtimes(calls), reference)

describe('the blocks of a polkadot chain', () => {
  it('end at the newest finalized block', async () => {
    expect(await source().head(signal)).toBe(10)
    node.finalized = 12
    expect(await source().head(signal)).toBe(12)
  })

  it("can't be read from a node of another network", async () => {
    node.replaced.set(0, `0x${'2b'.repeat(32)}`)
    await expect(source().head(signal)).rejects.toThrow('another network')
    await expect(finalizedHead(calls, reference)).rejects.toThrow('another network')
  })

  it('are read without the runtime if they have only inherents', async () => {
    const blocks = await source().blocks({ first: 1, last: 10, parent: hashOf(0) }, signal)
    expect(blocks.map(({ number, hash }) => [number, hash])).toEqual(
      Array.from({ length: 10 }, (_, at) => [at + 1, hashOf(at + 1)]),
    )
    expect(blocks.every(({ transactions }) => transactions.length === 0)).toBe(true)
  })

  it.each(['0x2d0284', '0x1084', '0x1045'])(
    'need the runtime if an extrinsic is signed (%s)',
    async (bytes) => {
      node.extrinsics = [inherent, bytes]
      const range = { first: 1, last: 2, parent: undefined }
      await expect(source().blocks(range, signal)).rejects.toThrow('state_getRuntimeVersion')
    },
  )

  it('end before a block whose parent is not the previous block', async () => {
    const other = `0x${'c'.repeat(64)}`
    expect(await source().blocks({ first: 3, last: 5, parent: other }, signal)).toEqual([])
    const range = { first: 3, last: 5, parent: hashOf(2) }
    const found = async (body: string) => {
      const text = node.answer(body)
      return body.includes('chain_getBlock"') ? text.replaceAll(hashOf(4), other) : text
    }
    const changing = polkadotBlocks(new NodeCalls(found), new Runtimes(calls), reference)
    expect((await changing.blocks(range, signal)).map(({ number }) => number)).toEqual([3, 4])
  })

  it('cause an error if the node lacks a block', async () => {
    await expect(source().blocks({ first: 20, last: 21, parent: undefined }, signal)).rejects.toThrow(
      "doesn't have block 21",
    )
    expect(await source().hashes([0, 21], signal)).toEqual([hashOf(0), undefined])
  })
})
