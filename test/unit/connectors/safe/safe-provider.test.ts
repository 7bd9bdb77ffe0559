import { describe, expect, it, vi } from 'vitest'
import { SafeMessages } from '../../../../src/connectors/safe/safe-messages.ts'
import { SafeProvider } from '../../../../src/connectors/safe/safe-provider.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

const own = '0x00000000000000000000000000000000000000a1'
const other = '0x00000000000000000000000000000000000000b2'
const hash = `0x${'ab'.repeat(32)}`

function setUp() {
  const asked: string[] = []
  const proposed: unknown[] = []
  const ask = async (method: string, params?: unknown) => {
    asked.push(method)
    if (method === 'sendTransactions') proposed.push(params)
    if (method === 'getTxBySafeTxHash') return { txStatus: 'SUCCESS', txHash: hash }
    return method === 'getSafeInfo' ? { safeAddress: own, chainId: 10 } : { safeTxHash: hash }
  }
  const provider = new SafeProvider({ ask }, memoryPlatform().clock)
  const send = (more: object) =>
    provider.request({
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', calls: [{ to: other }], ...more }],
    })
  return { asked, proposed, provider, send }
}

describe('a batch for the Safe', () => {
  it("is proposed if it names the Safe's account and network, or neither of them", async () => {
    const { send } = setUp()
    expect(await send({ from: own.toUpperCase().replace('0X', '0x'), chainId: '0xa' })).toEqual({ id: hash })
    expect(await send({})).toEqual({ id: hash })
  })

  it.each(['0xA', '0x0a', '10', 10])(
    'is proposed if it names the network of the Safe as %o',
    async (chainId) => {
      expect(await setUp().send({ chainId })).toEqual({ id: hash })
    },
  )

  it('is proposed without its optional capabilities', async () => {
    const optional = { capabilities: { paymasterService: { url: 'https://a.example', optional: true } } }
    const { send, proposed } = setUp()
    expect(await send({ ...optional, calls: [{ to: other, ...optional }] })).toEqual({ id: hash })
    expect(proposed).toEqual([{ txs: [{ to: other, value: '0', data: '0x' }], params: {} }])
  })

  it.each([
    ['another account', { from: other }, 4100],
    ['an account that is no text', { from: {} }, 4100],
    ['another network', { from: own, chainId: '0x1' }, 5710],
    ['a network that is no quantity', { from: own, chainId: 'ten' }, 5710],
    ['a network that is no positive number', { from: own, chainId: '0x0' }, 5710],
    ['a required capability', { capabilities: { paymasterService: { url: 'https://a.example' } } }, 5700],
    ['a required capability of a call', { calls: [{ to: other, capabilities: { dataSuffix: {} } }] }, 5700],
    ['no calls', { from: own, calls: [] }, -32602],
    ['calls that are no list', { from: own, calls: 'all' }, -32602],
    ['a call that is null', { from: own, calls: [null] }, -32602],
    ['a call with two different data', { calls: [{ to: other, data: '0x', input: '0xd0e30db0' }] }, -32602],
  ])('is refused without a request to the Safe if it names %s', async (_, more, code) => {
    const { asked, send } = setUp()
    await expect(send(more)).rejects.toMatchObject({ code })
    expect(asked).not.toContain('sendTransactions')
  })
})

describe("a batch with the page's own id", () => {
  /** A Safe that gives these answers to the proposals and to the questions about transactions, in order. */
  function scripted(proposals: readonly unknown[], statuses: readonly unknown[] = []) {
    const left: Record<string, unknown[]> = {
      sendTransactions: [...proposals],
      getTxBySafeTxHash: [...statuses],
    }
    const asked: unknown[] = []
    const ask = async (method: string, params?: unknown) => {
      if (method === 'getSafeInfo') return { safeAddress: own, chainId: 10 }
      asked.push([method, params])
      const answer = await left[method]?.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    const provider = new SafeProvider({ ask }, memoryPlatform().clock)
    const send = (id?: string) =>
      provider.request({ method: 'wallet_sendCalls', params: [{ id, calls: [{ to: other }] }] })
    const status = (id: string) => provider.request({ method: 'wallet_getCallsStatus', params: [id] })
    return { provider, asked, send, status }
  }
  const proposed = { safeTxHash: hash }

  it('keeps the id, and its status is that of the transaction of the Safe', async () => {
    const { send, status, asked } = scripted([proposed], [{ txStatus: 'SUCCESS', txHash: hash }])
    expect(await send('order-7')).toEqual({ id: 'order-7' })
    expect(await status('order-7')).toEqual({ id: 'order-7', status: 200 })
    expect(asked.at(-1)).toEqual(['getTxBySafeTxHash', { safeTxHash: hash }])
  })

  it('is proposed only once', async () => {
    const { send, asked } = scripted([proposed])
    const both = await Promise.allSettled([send('order-7'), send('order-7')])
    expect(both).toMatchObject([
      { status: 'fulfilled', value: { id: 'order-7' } },
      { status: 'rejected', reason: { code: 5720 } },
    ])
    await expect(send('order-7')).rejects.toMatchObject({ code: 5720 })
    expect(asked).toHaveLength(1)
  })

  it('can be sent again after the owner declined it', async () => {
    const declined = Object.assign(new Error('rejected'), { code: 4001 })
    const { send } = scripted([declined, proposed])
    await expect(send('order-7')).rejects.toMatchObject({ code: 4001 })
    expect(await send('order-7')).toEqual({ id: 'order-7' })
  })

  it('is not sent again if the connection was closed before the Safe answered', async () => {
    let closed: (error: Error) => void = () => {}
    const { provider, send, asked } = scripted([new Promise((_, reject) => (closed = reject)), proposed])
    provider.on()
    const sending = send('order-7')
    await expect.poll(() => asked, { message: 'the Safe is asked' }).toHaveLength(1)
    provider.removeListener()
    closed(Object.assign(new Error('closed'), { code: 4900 }))
    await expect(sending).rejects.toMatchObject({ code: 4900 })
    await expect(send('order-7')).rejects.toMatchObject({ code: 5720 })
    expect(asked).toHaveLength(1)
  })

  it('is pending while the Safe does not know the transaction yet', async () => {
    const unknown = new Error('not found')
    const { send, status } = scripted([proposed, proposed], [unknown, unknown])
    await send('order-7')
    expect(await status('order-7')).toEqual({ id: 'order-7', status: 100 })
    await send()
    expect(await status(hash)).toEqual({ id: hash, status: 100 })
  })

  it('reports an error about a batch that the Safe has listed before', async () => {
    const { send, status } = scripted(
      [proposed],
      [{ txStatus: 'AWAITING_EXECUTION' }, new Error('not found')],
    )
    await send('order-7')
    expect(await status('order-7')).toEqual({ id: 'order-7', status: 100 })
    await expect(status('order-7')).rejects.toThrow('not found')
  })

  it('is unknown if the page never sent it', async () => {
    const { status, asked } = scripted([])
    await expect(status('order-7')).rejects.toMatchObject({ code: 5730 })
    expect(asked).toEqual([])
  })

  it('may have been proposed, and is not proposed again, if the Safe answers without a hash', async () => {
    const { send } = scripted([{}, proposed])
    await expect(send('order-7')).rejects.toMatchObject({ code: -32603, data: { maybeSent: true } })
    await expect(send('order-7')).rejects.toMatchObject({ code: 5720 })
  })
})

describe('a transaction that the Safe answers without a hash', () => {
  it.each([
    ['proposed', { sendTransactions: {} }],
    ['executed', { getTxBySafeTxHash: { txStatus: 'SUCCESS' } }],
  ])('is reported as possibly sent after it was %s', async (_, answers: Record<string, unknown>) => {
    const ask = async (method: string) =>
      answers[method] ?? (method === 'getSafeInfo' ? { safeAddress: own, chainId: 10 } : { safeTxHash: hash })
    const provider = new SafeProvider({ ask }, memoryPlatform().clock)
    const params = [{ from: own, to: other }]
    await expect(provider.request({ method: 'eth_sendTransaction', params })).rejects.toMatchObject({
      code: -32603,
      data: { maybeSent: true },
    })
  })
})

describe('the call data that the Safe gets', () => {
  const call = { to: other, input: '0xd0e30db0' }
  const expected = [{ txs: [{ to: other, value: '0', data: '0xd0e30db0' }], params: {} }]

  it('is the `input` of a transaction without `data`', async () => {
    const { proposed, provider } = setUp()
    const params = [{ from: own, ...call }]
    expect(await provider.request({ method: 'eth_sendTransaction', params })).toBe(hash)
    expect(proposed).toEqual(expected)
  })

  it('is the `input` of a call in a batch', async () => {
    const { proposed, send } = setUp()
    await send({ calls: [call] })
    await send({ calls: [{ ...call, data: call.input }] })
    expect(proposed).toEqual([...expected, ...expected])
  })

  it('is empty for a payment', async () => {
    const { proposed, send } = setUp()
    await send({ calls: [{ to: other, value: '0x5', data: null }] })
    expect(proposed).toEqual([{ txs: [{ to: other, value: '5', data: '0x' }], params: {} }])
  })
})

describe('a message that the owners sign', () => {
  /** Signs with a Safe that gives the answers of each method in order, and then repeats the last answer. */
  function sign(answers: Readonly<Record<string, readonly unknown[]>>) {
    const { clock } = memoryPlatform()
    const left = Object.fromEntries(Object.entries(answers).map(([method, all]) => [method, [...all]]))
    const ask = async (method: string) => {
      if (method === 'getSafeInfo') return { safeAddress: own, chainId: 10 }
      const all = left[method] ?? []
      return all.length > 1 ? all.shift() : all[0]
    }
    const provider = new SafeProvider({ ask }, clock)
    const signing = provider.request({ method: 'personal_sign', params: ['0x61', own] })
    return { clock, signing }
  }
  const signature = `0x${'cd'.repeat(65)}`

  it('is signed only after the last owner has signed', async () => {
    const { clock, signing } = sign({
      signMessage: [{ messageHash: hash }],
      getOffChainSignature: ['0x', '0x', signature],
    })
    let settled = false
    signing.then(() => {
      settled = true
    })
    await clock.advance(10)
    expect(settled).toBe(false)
    await clock.advance(10_000)
    expect(await signing).toBe(signature)
  })

  it('has an empty signature when the owners approved it with a transaction', async () => {
    const { clock, signing } = sign({
      signMessage: [{ safeTxHash: hash }],
      getTxBySafeTxHash: [{ txStatus: 'AWAITING_CONFIRMATIONS' }, { txStatus: 'SUCCESS' }],
    })
    await clock.advance(10_000)
    expect(await signing).toBe('0x')
    await expect(sign({ signMessage: [{}] }).signing).rejects.toMatchObject({ code: -32603 })
  })
})

describe('a message to the Safe', () => {
  it('gets different ids of 128 bits from different random bytes', () => {
    const { page } = memoryPlatform()
    const ids: string[] = []
    const post = (message: object) => void ids.push((message as { id: string }).id)
    const parent = { origin: 'https://app.safe.global', post, sent: () => true }
    const messages = new SafeMessages(page, parent, parent.origin)
    const random = vi.spyOn(crypto, 'getRandomValues')
    const { signal } = new AbortController()
    try {
      for (const first of [1, 0x11]) {
        // Without leading zeros, the bytes `1, 0x11` and `0x11, 1` would have the same digits.
        random.mockImplementationOnce((bytes) => {
          ;(bytes as Uint8Array).fill(0).set(first === 1 ? [1, 0x11] : [0x11, 1])
          return bytes
        })
        messages.ask('getSafeInfo', undefined, signal).catch(() => {})
      }
    } finally {
      random.mockRestore()
    }
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })
})
