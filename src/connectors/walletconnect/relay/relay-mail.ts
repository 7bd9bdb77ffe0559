import { isObject } from '../../../core/json/is-object.ts'
import type { LibraryRelayer, Relayer } from '../library/library.ts'

/** The maximum number of times to fetch messages. The relay returns at most a few hundred at a time. */
const mostPages = 5

/**
 * Fetches the messages that wait at the relay and passes them to the WalletConnect library. The relay may have sent them to a
 * dead socket. The library ignores messages that it already has.
 */
export async function readMail(relayer: Relayer, library: Pick<LibraryRelayer, 'request'>): Promise<void> {
  const topics = [...relayer.subscriber.topics]
  if (topics.length === 0) return
  for (let page = 0; page < mostPages; page++) {
    const answer = await library.request({ method: 'irn_batchFetchMessages', params: { topics } })
    const { messages, hasMore } = isObject(answer) ? answer : {}
    const known = Array.isArray(messages) ? messages.filter(isMessage) : []
    await relayer.handleBatchMessageEvents?.(known.map((one) => ({ ...one, transportType: 'relay' })))
    if (hasMore !== true) return
  }
}

function isMessage(value: unknown): value is { readonly topic: string; readonly message: string } {
  if (!isObject(value)) return false
  const { topic, message, publishedAt } = value
  return typeof topic === 'string' && typeof message === 'string' && typeof publishedAt === 'number'
}
