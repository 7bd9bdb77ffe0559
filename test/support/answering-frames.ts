import type { ManualClock } from 'latchkey/testing'
import { memoryFrames } from './memory-frames.ts'

export type FrameAnswers = Readonly<Record<string, (payload: never) => unknown>>

export const frameAddresses = {
  eip155: '0x52908400098527886E0F7030069857D2E4169EE7',
  solana: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
} as const

/**
 * Creates frames of an embedded wallet. They answer requests with `answers`. Without an entry in `answers`, a request gets the
 * answer for a visitor who is logged in by email.
 */
export function answeringFrames(clock: ManualClock, answers: FrameAnswers = {}) {
  const frames = memoryFrames()
  const usual: FrameAnswers = {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    GET_USER: ({ chainId }: { chainId: string }) => ({
      email: 'ann@example.org',
      address: chainId.startsWith('solana') ? frameAddresses.solana : frameAddresses.eip155,
      chainId,
    }),
    IS_CONNECTED: () => ({ isConnected: true }),
    SWITCH_NETWORK: ({ chainId }: { chainId: string }) => ({ chainId }),
    ...answers,
  }
  const answered = new Set<object>()
  const greeted = new Set<object>()

  /** Answers the pending requests, and the requests that follow, until no request waits. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 5; ) {
      await new Promise((resolve) => setImmediate(resolve))
      const frame = frames.made.at(-1)
      if (frame && !frame.removed && !greeted.has(frame)) {
        greeted.add(frame)
        frame.load()
        frame.say({ type: '@w3m-frame/READY', payload: {} })
        await clock.advance(500)
      }
      const asked = frame?.posted.filter((message) => !answered.has(message)) ?? []
      quiet = asked.length > 0 ? 0 : quiet + 1
      for (const message of asked) {
        answered.add(message)
        const { type, id, payload } = message
        const name = type.slice('@w3m-app/'.length)
        const told = usual[name]?.(payload as never)
        if (told === 'silent') continue
        const failed = told instanceof Error
        frame?.say({
          type: `@w3m-frame/${name}_${failed ? 'ERROR' : 'SUCCESS'}`,
          id,
          payload: failed ? { message: told.message } : told,
        })
      }
    }
  }

  return {
    frames,
    settle,
    /** Waits for a promise that needs the frame's answer. */
    async run<T>(promise: Promise<T>): Promise<T> {
      promise.catch(() => {})
      await settle()
      return promise
    },
    /** The names of the requests that the page has posted, oldest first. */
    posted: () => frames.made.flatMap(({ posted }) => posted.map(({ type }) => type.slice(9))),
    payloads: (name: string) =>
      frames.made
        .flatMap(({ posted }) => posted)
        .filter(({ type }) => type === `@w3m-app/${name}`)
        .map(({ payload }) => payload),
  }
}
