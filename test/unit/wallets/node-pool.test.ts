import { describe, expect, it } from 'vitest'
import { maybeSent } from '../../../src/core/errors/rpc-errors.ts'
import { nodePool, urlsOf } from '../../../src/wallets/node-pool.ts'
import { wireError } from '../../../src/wallets/walletconnect/wire-errors.ts'
import { answers, fakeEndpoint, quickClock, type WireCall } from '../../support/loopback.ts'

const urls = ['https://a.example/', 'https://b.example/']

function pool(reply: (call: WireCall, host: string) => unknown, network?: 'eip155:1') {
  const node = fakeEndpoint((calls, { url }) => {
    const [first] = calls.map((call) => reply(call, new URL(url).host))
    return first instanceof Response ? first : answers(calls, (call) => reply(call, new URL(url).host))
  })
  return { ...node, call: nodePool(urls, { fetch: node.fetch, clock: quickClock(), network }) }
}

describe('the nodes of a wallet', () => {
  it('are the distinct URLs of the options rpcUrl and rpcUrls', () => {
    expect(urlsOf({ rpcUrl: 'a' })).toEqual(['a'])
    expect(urlsOf({ rpcUrl: 'a', rpcUrls: ['b', 'a'] })).toEqual(['a', 'b'])
    expect(urlsOf({ rpcUrls: ['', 'b'] })).toEqual(['b'])
  })

  it('include a second node, which is asked if the first serves another network', async () => {
    const { call } = pool(({ method }, host) => {
      if (method === 'eth_chainId') return host === 'a.example' ? '0x2' : '0x1'
      return host === 'a.example' ? '0xa' : '0xb'
    }, 'eip155:1')
    expect(await call('eth_getTransactionCount', ['0x', 'pending'])).toBe('0xb')
  })

  it('include a second node, which is asked if the first is busy', async () => {
    const busy = new Response('{"code":429}', { status: 429 })
    const { call } = pool((_, host) => (host === 'a.example' ? busy.clone() : '0x7'))
    expect(await call('eth_getTransactionCount')).toBe('0x7')
  })

  it('get a state-changing call only once', async () => {
    const { call, posts } = pool(() => new Response('', { status: 503 }))
    await expect(call('wallet_custom')).rejects.toMatchObject({ name: 'ProviderError', code: 4901 })
    expect(posts).toHaveLength(1)
  })

  it.each([
    [-32000, -32000],
    [3, 3],
    [4001, -32603],
    [4100, -32603],
    [5000, -32603],
  ])('answer with the error code %i, which the page gets as %i', async (code, expected) => {
    const node = fakeEndpoint(([call]) => ({
      jsonrpc: '2.0',
      id: call!.id,
      error: { code, message: 'no', data: '0x1' },
    }))
    const call = nodePool(['https://a.example/'], { fetch: node.fetch, clock: quickClock() })
    await expect(call('eth_call')).rejects.toMatchObject({ code: expected, message: 'no', data: '0x1' })
  })
})

describe('the error over WalletConnect', () => {
  it('names the transaction that may have been sent', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(wireError(maybeSent(undefined, hash))).toEqual({
      code: -32603,
      message: `The transaction ${hash} may have been sent, but the answer was lost`,
      data: { maybeSent: true, hash },
    })
  })
})
