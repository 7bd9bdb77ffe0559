import { isObject } from '../../../core/json/is-object.ts'
import type { Logger } from '../../../ports.ts'
import { canSignIn } from '../library/host-client.ts'
import type { Envelope, SignClient } from '../library/library.ts'

export interface RecordedAnswersOptions {
  readonly client: SignClient
  readonly log: Pick<Logger, 'debug'>
}

/**
 * Handles the answers to a pairing that arrived before the page was closed. The WalletConnect library records each message. After
 * a page load, the library handles only the recorded messages of stored sessions. The relay may send the answers again, but the
 * library ignores a message that it has recorded.
 */
export async function handleRecorded(
  { client, log }: RecordedAnswersOptions,
  pairing: string,
): Promise<void> {
  try {
    if (canSignIn(client))
      for (const { topic, pairingTopic } of client.auth.pairingTopics.getAll())
        if (pairingTopic === pairing)
          for (const message of recorded(client, topic)) handle(client, topic, message)
    for (const message of recorded(client, pairing)) await handleAnswer({ client, log }, pairing, message)
  } catch (error) {
    log.debug("Couldn't handle the recorded answers to a pairing", error)
  }
}

async function handleAnswer(
  { client, log }: RecordedAnswersOptions,
  pairing: string,
  message: string,
): Promise<void> {
  const { core, engine, proposal } = client
  const answer = await decoded(client, pairing, message)
  const responder = isObject(answer?.result) ? answer.result.responderPublicKey : undefined
  const proposed = proposal
    .getAll()
    .find(({ id, pairingTopic }) => pairingTopic === pairing && id === answer?.id)
  if (!answer || answer.method !== undefined || !proposed) return
  if (isObject(answer.error) && answer.result === undefined) {
    // The library reports the refusal with its event `session_connect`.
    await engine.onSessionProposeResponse?.(pairing, answer, 'relay')
    return
  }
  if (typeof responder !== 'string') return
  const topic = await core.crypto.generateSharedKey?.(proposed.proposer.publicKey, responder)
  // The library needs the approval in memory before it can handle the session itself. The library keeps the approval even if it
  // then fails to subscribe to the topic.
  await engine
    .onSessionProposeResponse?.(pairing, answer, 'relay')
    .catch((error) => log.debug("Couldn't handle a recorded approval in full", error))
  if (topic === undefined) return
  for (const message of recorded(client, topic)) {
    const { method } = (await decoded(client, topic, message)) ?? {}
    if (method === 'wc_sessionSettle') handle(client, topic, message)
  }
}

function recorded({ core }: SignClient, topic: string): readonly string[] {
  return Object.values(core.relayer.messages?.get(topic) ?? {})
}

function handle({ core }: SignClient, topic: string, message: string): void {
  core.relayer.events?.emit?.('relayer_message', { topic, message, publishedAt: 0, transportType: 'relay' })
}

async function decoded({ core }: SignClient, topic: string, message: string): Promise<Envelope | undefined> {
  return core.crypto.decode?.(topic, message).catch(() => undefined)
}
