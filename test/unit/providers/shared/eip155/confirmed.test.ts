import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import { meaningOf } from '../../../../../src/core/errors/node-words.ts'
import { rpcErrorFrom } from '../../../../../src/core/errors/rpc-errors.ts'
import type { JsonRpcPort } from '../../../../../src/ports.ts'
import { confirmedNfts } from '../../../../../src/providers/shared/eip155/confirmed-nfts.ts'
import { confirmedTokens } from '../../../../../src/providers/shared/eip155/confirmed-tokens.ts'
import { sameBlocks } from '../../../../../src/providers/shared/eip155/same-blocks.ts'

const account = '0x4e83362442B8d1beC281594cEA3050c8EB01311C'
const [good, bad] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const answered = (code: number, message: string) =>
  rpcErrorFrom(
    { code, message },
    {
      ...{ method: 'eth_call', source: 'endpoint' },
      meaning: (code, text) => meaningOf({ family: 'eip155', code, text }),
    },
  )
/** Returns a node on which each call to the contract `bad` fails with this error. */
const nodeWith = (error: unknown): JsonRpcPort =>
  ({
    async request({ method, params }: { method: string; params: readonly [{ to: string; data: string }] }) {
      if (method === 'eth_getBalance') return '0x1'
      if (params[0].to === bad) throw error
      return `0x${(params[0].data === '0x313ce567' ? 18n : 5n).toString(16).padStart(64, '0')}`
    },
  }) as never
const tokens = [good, bad].map((address) => ({ address, name: 'T', symbol: 'T', decimals: 18 }))
const nfts = [good, bad].map((contract) => ({ standard: 'erc1155', contract, tokenId: 1n }))
const readTokens = (error: unknown) =>
  confirmedTokens(() => nodeWith(error))(account, async () => tokens as never)
const readNfts = (error: unknown) => confirmedNfts(nodeWith(error), account, nfts as never, {})

describe("the check of a service's list at the host's node", () => {
  it.each([
    ['execution reverted', 3],
    ['invalid opcode: INVALID', -32000],
    ['out of gas', -32000],
    ['stack underflow (0 <=> 2)', -32000],
    ['invalid jump destination', -32000],
    ['VM execution error.', -32015],
    ['VM Exception while processing transaction: invalid opcode', -32603],
  ])('leaves out a contract if a call to it fails with "%s"', async (message, code) => {
    const error = answered(code, message)
    expect((await readTokens(error)).map(({ address }) => address)).toEqual([undefined, good])
    expect((await readNfts(error)).map(({ contract }) => contract)).toEqual([good])
  })

  it.each([
    ['the node cannot be reached', latchkeyError('rpc/unreachable')],
    ['a gateway fails', latchkeyError('http/status')],
    ['the node is slow', latchkeyError('http/timeout')],
    ['the call is aborted', latchkeyError('flow/aborted')],
    ['the node is busy', answered(-32005, 'daily request count exceeded, request rate limited')],
    ['the node reports a rate limit with its general error code', answered(-32000, '429 Too Many Requests')],
    ['the node lags', answered(-32000, 'header not found')],
    ['the node has an internal error', answered(-32603, 'Internal error')],
  ])('fails if %s', async (_kind, error) => {
    await expect(readTokens(error)).rejects.toBe(error)
    await expect(readNfts(error)).rejects.toBe(error)
  })
})

describe('the comparison of blocks', () => {
  it('is repeated if the node or the provider did not have the block yet', async () => {
    const block = { hash: '0x1' }
    for (const lagging of ['own', 'theirs']) {
      let isLate = true
      const of = (side: string) => (isLate && side === lagging ? null : block)
      const request = async ({ method }: { method: string }) =>
        method === 'eth_blockNumber' ? '0x100' : of('own')
      const serves = sameBlocks(
        {
          ...{ network: 'eip155:1', isSingle: true },
          ...{ block: async () => of('theirs'), invalid: (expected) => new Error(expected) },
        },
        () => ({ request }) as never,
      )
      expect(await serves()).toBe(false)
      isLate = false
      expect(await serves()).toBe(true)
    }
  })
})
