import { describe, expect, it } from 'vitest'
import { failure } from '../../../support/http.ts'
import { answers, fakeEndpoint } from '../../../support/loopback.ts'
import { manualRpcPool } from '../../../support/rpc.ts'

const blockhash = '9sHcv6xwn9YkB8nxTUGKDwPwNnmqVp5oAXxU8Fdkm4J6'

/** For each method, an impossible value and a possible value. */
const values: readonly (readonly [string, unknown, unknown])[] = [
  ['eth_getTransactionCount', null, '0x5'],
  ['eth_getBalance', 5, '0x5'],
  ['eth_gasPrice', '', '0x5'],
  ['eth_estimateGas', '0x', '0x5'],
  ['eth_call', 'ok', '0x'],
  ['getBalance', { value: null }, { value: 5 }],
  ['getFeeForMessage', { context: {}, value: null }, { context: {}, value: 5000 }],
  ['getLatestBlockhash', { value: null }, { value: { blockhash, lastValidBlockHeight: 7 } }],
  ['getMultipleAccounts', { value: null }, { value: [null] }],
  ['system_accountNextIndex', null, 5],
  ['state_getRuntimeVersion', {}, { specVersion: 1 }],
  ['state_getMetadata', '0x00', '0x6d6574610e'],
  ['abci_query', null, { response: { value: null } }],
]

describe('a pool that checks values', () => {
  it.each(values)('asks the next URL after an impossible value of %s', async (method, wrong, right) => {
    const node = fakeEndpoint((calls, { url }) =>
      answers(calls, () => (url.includes('a.example') ? wrong : right)),
    )
    const { ask, within } = manualRpcPool(node.fetch, { checkValues: true })
    expect(await within(0, ask(method))).toEqual(right)
    // The first endpoint doesn't rest, because its other values may be right.
    await within(0, ask(method))
    expect(node.posts).toHaveLength(4)
  })

  it.each(values)('fails after an impossible value of %s if there is only one URL', async (method, wrong) => {
    const node = fakeEndpoint((calls) => answers(calls, () => wrong))
    const { ask, within } = manualRpcPool(node.fetch, { checkValues: true, urls: ['https://a.example/'] })
    expect(await within(0, failure(ask(method)))).toMatchObject({
      code: 'rpc/invalid-value',
      values: { method },
    })
    expect(node.posts).toHaveLength(1)
  })

  it('returns any value of a method that it does not know', async () => {
    const node = fakeEndpoint((calls) => answers(calls, () => null))
    const { ask, within } = manualRpcPool(node.fetch, { checkValues: true })
    expect(await within(0, ask('eth_getTransactionReceipt'))).toBeNull()
  })
})
