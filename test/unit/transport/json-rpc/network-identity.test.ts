import { describe, expect, it } from 'vitest'
import { networkIdentity } from '../../../../src/transport/json-rpc/network-identity.ts'
import { failure } from '../../../support/http.ts'
import { answers, fakeEndpoint } from '../../../support/loopback.ts'
import { manualRpcPool } from '../../../support/rpc.ts'

/** Reads from a cosmos node that names this chain id. */
function readFrom(chainId: string, network: `cosmos:${string}`) {
  const node = fakeEndpoint((calls) =>
    answers(calls, ({ method }) => (method === 'status' ? { node_info: { network: chainId } } : 'fine')),
  )
  const urls = ['https://a.example/']
  return manualRpcPool(node.fetch, { urls, identity: networkIdentity(network) }).ask('abci_query')
}

describe('the chain id of a cosmos node', () => {
  // The test cases of CAIP-5.
  it.each([
    ['cosmoshub-3', 'cosmoshub-3'],
    ['x', 'x'],
    ['hash-', 'hash-'],
    ['hashed', 'hashed'],
    ['hashed-', 'hashed-c904589232422def'],
    ['hashed-123', 'hashed-99df5cd68192b33e'],
    ['123456789012345678901234567890123456789012345678', 'hashed-0204c92a0388779d'],
    [' ', 'hashed-36a9e7f1c95b82ff'],
    ['wonderland🧝‍♂️', 'hashed-843d2fc87f40eeb9'],
  ])('"%s" belongs to cosmos:%s', async (chainId, reference) => {
    expect(await readFrom(chainId, `cosmos:${reference}`)).toBe('fine')
  })

  it.each([
    ['cosmoshub-4', 'cosmoshub-3'],
    ['hashed-124', 'hashed-99df5cd68192b33e'],
  ])('"%s" does not belong to cosmos:%s', async (chainId, reference) => {
    const error = await failure(readFrom(chainId, `cosmos:${reference}`))
    expect(error).toMatchObject({ code: 'network/endpoint-mismatch', host: 'a.example' })
  })
})
