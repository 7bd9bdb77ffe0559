import { expect, it, vi } from 'vitest'
import type { Envelope, SignClient } from '../../../../../src/connectors/walletconnect/library/library.ts'
import { handleRecorded } from '../../../../../src/connectors/walletconnect/pairing/recorded-answers.ts'

/**
 * Returns a library with recorded messages by topic. Each message is the JSON text of a decrypted message.
 * `respond` handles answers to proposals.
 */
function recorder(
  messages: Readonly<Record<string, readonly Envelope[]>>,
  respond: (topic: string, payload: Envelope) => Promise<void>,
) {
  const emit = vi.fn()
  const client = {
    core: {
      relayer: {
        messages: { get: (topic: string) => messages[topic]?.map((one) => JSON.stringify(one)) },
        events: { emit },
      },
      crypto: {
        decode: async (_topic: string, message: string) => JSON.parse(message),
        generateSharedKey: async (self: string, peer: string) => `${self}+${peer}`,
      },
    },
    proposal: { getAll: () => [{ id: 7, pairingTopic: 'pairing', proposer: { publicKey: 'page' } }] },
    engine: { onSessionProposeResponse: respond },
  } as unknown as SignClient
  return { client, emit, log: { debug: vi.fn() } }
}
const refusal = { id: 7, error: { code: 5000, message: 'User rejected.' } }
const approval = { id: 7, result: { responderPublicKey: 'wallet' } }
const settlement = { id: 8, method: 'wc_sessionSettle', params: {} }

it('a recorded refusal of a proposal reaches the library', async () => {
  const respond = vi.fn(async () => {})
  const { client, log } = recorder({ pairing: [refusal] }, respond)
  await handleRecorded({ client, log }, 'pairing')
  expect(respond).toHaveBeenCalledExactlyOnceWith('pairing', refusal, 'relay')
})

it('a refusal of another proposal does not reach the library', async () => {
  const respond = vi.fn(async () => {})
  const { client, log } = recorder({ pairing: [{ ...refusal, id: 9 }] }, respond)
  await handleRecorded({ client, log }, 'pairing')
  expect(respond).not.toHaveBeenCalled()
})

it.each([
  ['', async () => {}],
  [", even if subscribing to the session's topic fails", () => Promise.reject(new Error('offline'))],
])('after a recorded approval, the recorded settlement of the session is handled%s', async (_, respond) => {
  const { client, emit, log } = recorder({ pairing: [approval], 'page+wallet': [settlement] }, respond)
  await handleRecorded({ client, log }, 'pairing')
  expect(emit.mock.calls).toEqual([
    [
      'relayer_message',
      expect.objectContaining({ topic: 'page+wallet', message: JSON.stringify(settlement) }),
    ],
  ])
})
