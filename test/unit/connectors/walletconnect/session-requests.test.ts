import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import type { SignClient } from '../../../../src/connectors/walletconnect/library/library.ts'
import { RelayRefusal } from '../../../../src/connectors/walletconnect/relay/relay-refusal.ts'
import { SessionRequests } from '../../../../src/connectors/walletconnect/session-requests.ts'

it('a request that has expired no longer waits for the relay', async () => {
  let sent: (event: { topic: string; request: object; id: number }) => void = () => {}
  const client = {
    core: {},
    engine: {},
    on: (_: string, listener: typeof sent) => {
      sent = listener
    },
    off: () => {},
    // The wallet never answers.
    request: ({ topic, request }: { topic: string; request: object }) => {
      sent({ topic, request, id: 1 })
      return new Promise(() => {})
    },
  } as unknown as SignClient
  const refusal = new RelayRefusal()
  let expire: (slept: boolean) => void = () => {}
  const requests = new SessionRequests({
    clock: manualClock(),
    client,
    link: {
      after: (_ms, run, due) => {
        expire = (slept) => {
          due?.()
          run(slept)
        }
        return () => {}
      },
      clearRefusal: () => refusal.clear(),
      ready: async () => {},
      untilRefused: (promise) => refusal.orElse(promise),
      untilUndelivered: (_, promise) => promise,
    },
  })
  const answer = requests.send(
    { topic: 'topic', chainId: 'eip155:1', method: 'personal_sign', params: [] },
    undefined,
  )
  await expect.poll(() => refusal.awaited, { message: 'the request waits for the relay' }).toBe(true)
  expire(false)
  await expect(answer).rejects.toMatchObject({ code: 'wallet/request-expired' })
  await expect.poll(() => refusal.awaited, { message: 'the request has ended' }).toBe(false)
})
