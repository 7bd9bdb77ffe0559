import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { ServiceCall } from '../../../../src/embedded-wallet/service/calls.ts'
import { Refusal } from '../../../../src/embedded-wallet/service/refusal.ts'
import { walletService } from '../../../../src/embedded-wallet/service/service.ts'
import type { Session } from '../../../../src/embedded-wallet/service/session.ts'

const session = { access: 'a', refresh: 'r', ends: 1, user: { id: 'u', provider: 'farcaster' } }
const unreachable = new Error("The wallet's service cannot be reached.")

/** Returns the client of a service that gives these answers, one after the other. An error is a failed call. */
function world(answers: readonly unknown[]) {
  const clock = manualClock()
  const calls: ServiceCall[] = []
  const begun: unknown[] = []
  const call = async (made: ServiceCall) => {
    calls.push(made)
    const answer = answers[calls.length - 1]
    if (answer instanceof Error) throw answer
    return answer
  }
  const sessions = { begin: async (one: unknown) => void begun.push(one) } as unknown as Session
  /** Lets the pauses between the calls pass until the promise settles. */
  async function pass<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    promise.then(settle, settle)
    const later = async () => {
      await clock.advance(1000)
      return isSettled
    }
    await expect.poll(later, { message: 'the call settles' }).toBe(true)
    return promise
  }
  return { clock, calls, begun, pass, service: walletService(call, sessions, clock) }
}

describe("a call that waits for the visitor's approval", () => {
  it.each([
    ["can't be reached", unreachable],
    ['fails', new Refusal(502, 'unknown', "The wallet's service failed (HTTP 502).")],
    ['still counts a cut call as open', new Refusal(429, 'request/too-many', 'Too many tries.')],
  ])('is sent again if the service %s', async (_, failure) => {
    const byMail = world([failure, failure, { approved: true }])
    await expect(byMail.pass(byMail.service.awaitDevice('l'))).resolves.toEqual({ approved: true })
    expect(byMail.calls.map(({ path, body }) => [path, body])).toEqual(
      Array(3).fill(['/api/login/device', { login: 'l' }]),
    )
    const byPhone = world([failure, { approved: true, ...session }])
    await expect(byPhone.pass(byPhone.service.awaitFarcaster('l'))).resolves.toMatchObject(session)
    expect(byPhone.calls).toHaveLength(2)
    expect(byPhone.begun).toHaveLength(1)
  })

  it('ends if the login has ended', async () => {
    const { service, calls, pass } = world([unreachable, new Refusal(410, 'login/ended', 'It has ended.')])
    await expect(pass(service.awaitDevice('l'))).rejects.toThrow('It has ended.')
    expect(calls).toHaveLength(2)
  })

  it('is not sent again after the wait was aborted', async () => {
    const { service, calls, clock } = world([unreachable])
    const leaving = new AbortController()
    const waiting = service.awaitFarcaster('l', leaving.signal)
    waiting.catch(() => {})
    await expect.poll(() => clock.pending, { message: 'the pause has begun' }).toBe(1)
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).toHaveLength(1)
  })
})

describe('a social login', () => {
  it('is not stored if the visitor logs out before the service answers', async () => {
    const leaving = new AbortController()
    const begun: unknown[] = []
    const call = ({ signal }: ServiceCall) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(unreachable))
        leaving.signal.addEventListener('abort', () => resolve(session))
      })
    const sessions = { begin: async (one: unknown) => void begun.push(one) } as unknown as Session
    const service = walletService(call, sessions, manualClock())
    const login = service.finishSocial('https://wallet.example/social/callback/google', leaving.signal)
    leaving.abort()
    await expect(login).rejects.toBe(unreachable)
    expect(begun).toEqual([])
  })
})
