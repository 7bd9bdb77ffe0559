import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { solanaNode } from '../../../../src/adapters/solana/chain/node.ts'
import { readStatus } from '../../../../src/adapters/solana/chain/status.ts'
import type { JsonRpcPort, RpcRequest } from '../../../../src/ports.ts'

const hash = base58.encode(new Uint8Array(64).fill(7))

/** Returns a node that finds the status only if it is asked to search its history. */
function nodeWith(answers: Readonly<Record<string, unknown>>) {
  const rpc: JsonRpcPort = {
    async request<T>({ method, params = [] }: RpcRequest) {
      const [, config] = params as readonly [unknown, { searchTransactionHistory?: boolean }?]
      if (method === 'getSignatureStatuses' && !config?.searchTransactionHistory)
        return { value: [null] } as T
      if (!(method in answers)) throw new Error(`not expected: ${method}`)
      return answers[method] as T
    },
  }
  return solanaNode(rpc)
}

describe('the status of an old transaction', () => {
  it("is found in the node's history after the blockhash has expired", async () => {
    const node = nodeWith({
      getSignatureStatuses: { value: [{ confirmations: null, err: null, confirmationStatus: 'finalized' }] },
      getTransaction: {
        blockTime: 1_700_000_000,
        meta: { fee: 5000, logMessages: [] },
        transaction: { signatures: [hash] },
      },
    })
    expect(await readStatus(node, { hash, reference: '100:50' })).toEqual({
      phase: 'finalized',
      at: 1_700_000_000_000,
      fee: 5000n,
    })
  })

  it('is unknown if the node has dropped the blocks of that time', async () => {
    const node = nodeWith({
      getSignatureStatuses: { value: [null] },
      getBlockHeight: 5000,
      getFirstAvailableBlock: 4000,
    })
    expect(await readStatus(node, { hash, reference: '100:50' })).toMatchObject({ phase: 'unknown' })
  })
})
