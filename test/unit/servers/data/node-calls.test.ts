import { describe, expect, it } from 'vitest'
import { NodeCalls, NodeFailure } from '../../../../src/servers/data/node-calls.ts'

const answering = (answer: unknown) => new NodeCalls(async () => JSON.stringify(answer))
const odd = { toString: null, valueOf: null }

describe('calls to a node', () => {
  it('get their results by id if the node answers in a different order', async () => {
    const node = answering([
      { id: 1, result: 'b' },
      { id: '0', result: 'a' },
    ])
    const calls = ['x', 'y'].map((method) => ({ method, params: [] }))
    expect(await node.all(calls)).toEqual([{ result: 'a' }, { result: 'b' }])
  })

  it.each([
    ['null', null],
    ['a list', [{ id: 0, result: 1 }]],
    ['a number', 7],
    ['a result with an object as its id', { id: odd, result: 1 }],
    ['a result with the id of another call', { id: 7, result: 1 }],
    ['an error with the id null', { id: null, error: { code: -32600, message: 'no' } }],
    ['an error with an object as its message', { id: 0, error: { message: odd } }],
    ['an error that is text', { id: 0, error: 'no' }],
    ['an error with a message of a million characters', { id: 0, error: { message: 'x'.repeat(1e6) } }],
  ])('fail when the answer is %s', async (_, answer) => {
    const failure: unknown = await answering(answer)
      .call('eth_chainId', [])
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NodeFailure)
    expect((failure as Error).message.length).toBeLessThan(1000)
  })

  const calls = ['a', 'b', 'c'].map((method) => ({ method, params: [] }))
  /** Returns a node that refuses batches. `received` lists the bodies of its requests. */
  function single(refuse: (batch: readonly { id: number }[]) => string, reply = answered) {
    const received: unknown[] = []
    const node = new NodeCalls(async (body) => {
      const asked = JSON.parse(body)
      received.push(asked)
      return Array.isArray(asked) ? refuse(asked) : reply(asked)
    })
    return { node, received }
  }
  const answered = ({ id, method }: { id: number; method: string }) =>
    JSON.stringify({ jsonrpc: '2.0', id, result: method })
  const noBatches = { code: -32600, message: 'batches are not supported' }

  it('are sent without a batch if there is one call', async () => {
    const { node, received } = single(() => '{}')
    expect(await node.call('eth_chainId', [])).toBe('eth_chainId')
    expect(received).toEqual([{ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] }])
  })

  it.each<[string, (batch: readonly { id: number }[]) => string]>([
    [
      'with an error status',
      () => {
        throw new NodeFailure('The node answered with 400', { refused: true })
      },
    ],
    ['with one error', () => JSON.stringify({ jsonrpc: '2.0', id: null, error: noBatches })],
    ['with a list of one error', () => JSON.stringify([{ jsonrpc: '2.0', id: null, error: noBatches }])],
    ['call by call', (batch) => JSON.stringify(batch.map(({ id }) => ({ id, error: noBatches })))],
    ['with an empty list', () => '[]'],
  ])('are sent one by one if the node refuses their batch %s', async (_, refuse) => {
    const { node, received } = single(refuse)
    expect(await node.all(calls)).toEqual(calls.map(({ method }) => ({ result: method })))
    expect(received).toHaveLength(1 + calls.length)
  })

  it('are sent once if all calls of the batch are reverted', async () => {
    const { node, received } = single((batch) =>
      JSON.stringify(batch.map(({ id }) => ({ id, error: { code: 3, message: 'execution reverted' } }))),
    )
    expect(await node.all(calls)).toHaveLength(3)
    expect(received).toHaveLength(1)
  })

  it('count as refused if the answer to their batch leaves one out, because they may succeed one by one', async () => {
    const { node } = single((batch) => JSON.stringify(batch.slice(1).map(({ id }) => ({ id, result: 1 }))))
    await expect(node.all(calls)).rejects.toMatchObject({ name: 'NodeFailure', refused: true })
  })

  it('fail together if the node does not answer their batch', async () => {
    const { node, received } = single(() => {
      throw new NodeFailure('The node takes too long')
    })
    await expect(node.all(calls)).rejects.toThrow('takes too long')
    expect(received).toHaveLength(1)
  })

  it('are no longer sent one by one after the node leaves a call unanswered', async () => {
    const { node, received } = single(
      () => JSON.stringify({ error: noBatches }),
      () => {
        throw new NodeFailure('The node takes too long')
      },
    )
    const many = Array.from({ length: 100 }, () => ({ method: 'a', params: [] }))
    await expect(node.all(many)).rejects.toThrow('takes too long')
    expect(received.length).toBeLessThanOrEqual(1 + 6)
  })
})
