import { describe, expect, it } from 'vitest'
import { NodeCalls, NodeFailure } from '../../../../src/servers/data/node-calls.ts'

const answering = (answer: unknown) => new NodeCalls(async () => JSON.stringify(answer))
const odd = { toString: null, valueOf: null }

describe('calls to a node', () => {
  it('get their results by id, in any order', async () => {
    const node = answering([
      { id: 1, result: 'b' },
      { id: '0', result: 'a' },
    ])
    const calls = ['x', 'y'].map((method) => ({ method, params: [] }))
    expect(await node.all(calls)).toEqual([{ result: 'a' }, { result: 'b' }])
  })

  it.each([
    ['null', [null]],
    ['a number', [7]],
    ['an odd id', [{ id: odd, result: 1 }]],
    ['no list', { id: 0, result: 1 }],
    ['an odd error', [{ id: 0, error: { message: odd } }]],
    ['an error that is text', [{ id: 0, error: 'no' }]],
    ['an endless error', [{ id: 0, error: { message: 'x'.repeat(1e6) } }]],
  ])('fail when the answer has %s', async (_, answer) => {
    const failure: unknown = await answering(answer)
      .call('eth_chainId', [])
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NodeFailure)
    expect((failure as Error).message.length).toBeLessThan(1000)
  })
})
