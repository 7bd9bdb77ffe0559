import { describe, expect, it, vi } from 'vitest'
import type { Relayer } from '../../../../../src/connectors/walletconnect/library/library.ts'
import { acknowledgeStored } from '../../../../../src/connectors/walletconnect/relay/late-acknowledgement.ts'
import { withResolvers } from '../../../../../src/core/async/with-resolvers.ts'

/** Returns a library that acknowledges a message before it stores it. `acknowledgeStored` reverses this order. */
function relayer() {
  const recorded = withResolvers<void>()
  const acknowledge = vi.fn(async (_: object) => {})
  const record = vi.fn(() => recorded.promise)
  const library = { provider: {}, connected: true, acknowledgePayload: acknowledge, onMessageEvent: record }
  acknowledgeStored(library as unknown as Relayer)
  const { acknowledgePayload, onMessageEvent } = library as unknown as Required<Relayer>
  const push = async (id: number, message = 'secret') => {
    const payload = { id, method: 'irn_subscription', params: { data: { message } } }
    await acknowledgePayload(payload)
    await onMessageEvent({ topic: 'a', message, publishedAt: 0, transportType: 'relay' })
  }
  return { library, acknowledge, record, recorded, push }
}

describe('a message of the relay', () => {
  it('is acknowledged only after it is stored', async () => {
    const { acknowledge, record, recorded, push } = relayer()
    const pushed = push(1)
    await expect.poll(() => record.mock.calls.length, { message: 'the library records the message' }).toBe(1)
    expect(acknowledge).not.toHaveBeenCalled()
    recorded.resolve()
    await pushed
    expect(acknowledge.mock.calls).toMatchObject([[{ id: 1 }]])
    await push(2)
    expect(acknowledge.mock.calls).toMatchObject([[{ id: 1 }], [{ id: 2 }]])
  })

  it('is stored only once if a copy of it arrives while it is being stored', async () => {
    const { acknowledge, record, recorded, push } = relayer()
    const both = Promise.all([push(1), push(2)])
    await expect.poll(() => record.mock.calls.length, { message: 'the library records the message' }).toBe(1)
    expect(acknowledge).not.toHaveBeenCalled()
    recorded.resolve()
    await both
    expect(record).toHaveBeenCalledTimes(1)
    expect(acknowledge.mock.calls).toMatchObject([[{ id: 1 }], [{ id: 2 }]])
  })

  it.each([
    ['replaced', { provider: {} }],
    ['closed', { connected: false }],
  ])("is not acknowledged if the relay's socket is %s while the message is stored", async (_, change) => {
    const { library, acknowledge, recorded, push } = relayer()
    const pushed = push(1)
    Object.assign(library, change)
    recorded.resolve()
    await pushed
    expect(acknowledge).not.toHaveBeenCalled()
  })

  it('is not acknowledged when it could not be recorded', async () => {
    const { acknowledge, recorded, push } = relayer()
    const pushed = push(1)
    recorded.reject(new Error('full'))
    await expect(pushed).rejects.toThrow('full')
    expect(acknowledge).not.toHaveBeenCalled()
  })
})
