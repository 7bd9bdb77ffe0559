import { describe, expect, it } from 'vitest'
import { ensLookup } from '../../../../src/adapters/eip155/chain/names.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { latchkeyError, type RpcError } from '../../../../src/core/errors/latchkey-error.ts'
import { mainnet } from '../../../../src/networks/eip155.ts'
import type { JsonRpcPort } from '../../../../src/ports.ts'
import { failure } from '../../../support/http.ts'
import { quickClock } from '../../../support/loopback.ts'

/** Returns ENS on a node that reverts each call with this data. */
function reverting(data: unknown) {
  const error = latchkeyError('node/execution-reverted', { values: { reason: '' }, rpcCode: 3, data })
  const port: JsonRpcPort = { request: () => Promise.reject(error) }
  return ensLookup({
    rpc: () => port,
    clock: quickClock(),
    fetch: () => Promise.reject(new Error('not asked')),
  })
}
const on = mainnet as unknown as ChainNetwork<'eip155'>

describe('a name whose address is stored off-chain', () => {
  // The selector of OffchainLookup: https://eips.ethereum.org/EIPS/eip-3668
  it.each([`0x556f1830${'00'.repeat(64)}`, { data: `0x556F1830${'00'.repeat(64)}` }])(
    'causes an error about a missing gateway if the node reverts with %s',
    async (data) => {
      const error = await failure<RpcError>(reverting(data).resolve('a.eth', on, 60))
      expect(error.code).toBe('name/needs-gateway')
    },
  )

  it('causes an ordinary error if the node reverts the call with other data', async () => {
    const lookup = reverting(`0x08c379a0556f1830${'00'.repeat(64)}`)
    const error = await failure<RpcError>(lookup.resolve('a.eth', on, 60))
    expect(error.code).not.toBe('name/needs-gateway')
  })
})
