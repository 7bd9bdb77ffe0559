import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { embeddedWallet } from 'latchkey/connectors/embedded'
import { manualClock, memoryPlatform } from 'latchkey/testing'
import { onTestFinished } from 'vitest'
import { answeringFrames, type FrameAnswers } from './answering-frames.ts'
import { network } from './fake-families.ts'

export const ether = network('eip155:1', 'Ether')
export const sol = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Sol')

/** Creates a whole client on a test page. The embedded wallet's frame answers requests with `answers`. */
export function embeddedClient(answers: FrameAnswers = {}, options: Partial<LatchkeyOptions> = {}) {
  const clock = manualClock()
  const { frames, ...frame } = answeringFrames(clock, {
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [1] }),
    ...answers,
  })
  const platform = memoryPlatform({
    clock,
    frames,
    fetch: () => Promise.reject(new TypeError('No network')),
  })
  const open = () =>
    createLatchkey({
      networks: [ether, sol],
      adapters: [eip155(), solana()],
      connectors: [embeddedWallet({ url: 'https://wallet.example/sdk' })],
      enableEIP6963: false,
      enableInjected: false,
      platform,
      ...options,
    } as LatchkeyOptions)
  const latchkey = open()
  onTestFinished(() => latchkey.dispose())
  /** Answers the frame's requests until the promise settles. */
  async function run<T>(promise: Promise<T>): Promise<T> {
    let settled = false
    const end = () => {
      settled = true
    }
    promise.then(end, end)
    while (!settled) await frame.settle()
    return promise
  }
  const logIn = async () => {
    await run(latchkey.ready())
    await run(latchkey.embeddedWallet.logIn('ann@example.org'))
    await run(latchkey.embeddedWallet.confirmCode('123456'))
  }
  const asks = (request: { method: string; params?: unknown }) => {
    const { provider } = latchkey.connections.of('eip155') as {
      provider: { request(call: object): Promise<unknown> }
    }
    return provider.request(request)
  }
  return { ...frame, latchkey, open, platform, clock, frames, run, logIn, asks }
}
