import { describe, expect, it } from 'vitest'
import { socialAnswers } from '../../../../src/embedded-wallet/messages/social-answer.ts'
import { manualClock } from '../../../../src/testing/manual-clock.ts'

const origin = 'https://wallet.example'
const answer = `${origin}/social/callback/google?code=c`

function frame() {
  const clock = manualClock()
  let hear: ((event: MessageEvent) => void) | undefined
  const view = {
    location: { origin },
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => {
      hear = listener
    },
  } as unknown as Pick<Window, 'addEventListener' | 'location'>
  const answers = socialAnswers(view, clock)
  const post = (from: string, data: unknown) => hear?.({ origin: from, data } as MessageEvent)
  return { clock, answers, post }
}

describe('the frame that waits for the answer of the login window', () => {
  it('waits for 5 s, and returns each answer once', async () => {
    const { clock, answers, post } = frame()
    post(origin, { socialAnswer: answer })
    expect(await answers.take()).toBe(answer)
    const second = answers.take()
    await clock.advance(5000)
    expect(await second).toBeUndefined()
    expect(clock.pending).toBe(0)
  })

  it('does not count the time in which the computer sleeps', async () => {
    const { clock, answers, post } = frame()
    const taken = answers.take()
    await clock.advance(4000)
    clock.sleep(600_000)
    await clock.advance(0)
    post(origin, { socialAnswer: answer })
    expect(await taken).toBe(answer)
  })

  it('accepts no answer from another origin', async () => {
    const { clock, answers, post } = frame()
    const taken = answers.take()
    post('https://attacker.example', { socialAnswer: answer })
    post(origin, { socialAnswer: 1 })
    await clock.advance(5000)
    expect(await taken).toBeUndefined()
  })
})
