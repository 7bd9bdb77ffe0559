import { sha256 } from '@noble/hashes/sha2.js'
import type { WalletClient } from './sign-client.ts'

/** Ids as the library knows them, against ids as the page of a topic has sent them. It is its own inverse. */
export type IdOnTopic = (topic: string, id: number) => number

interface Payload {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: object
}

/**
 * The library knows a request by its id alone: in its history, among what waits, and to notice one that comes again. Ids are
 * chosen by pages, so the request of one session could take the place of another's. Here each id that arrives is mixed with a
 * number that only the two ends of its topic can know, and each answer that leaves is given its own id back. Nothing is kept,
 * so that it also holds for what the library has stored before a restart.
 */
export function keepIdsApart({ core: { crypto } }: WalletClient): IdOnTopic {
  const mixed: IdOnTopic = (topic, id) => {
    const digest = sha256(new TextEncoder().encode(`ids of ${crypto.keychain.get(topic)}`))
    const mask = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0) >> 11n
    return Number(BigInt(id) ^ mask)
  }
  const { decode, encode } = crypto
  crypto.decode = async (topic, message, opts) => {
    const payload = await decode(topic, message, opts)
    if (!isRequest(payload)) return payload
    if (!isId(payload.id)) throw new Error(`No request has the id ${JSON.stringify(payload.id)}`)
    const id = mixed(topic, payload.id)
    // The library prefers the id and the topic that a proposal says of itself, and would keep it as one of another pairing.
    const params = payload.method === 'wc_sessionPropose' && {
      params: { ...payload.params, id, pairingTopic: topic },
    }
    return { ...payload, ...params, id }
  }
  crypto.encode = (topic, payload, opts) => {
    const answer = !isRequest(payload) && isId(payload.id)
    return encode(topic, answer ? { ...payload, id: mixed(topic, payload.id as number) } : payload, opts)
  }
  return mixed
}

function isRequest(payload: Payload | undefined): payload is Payload {
  return payload?.method !== undefined
}

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && (id as number) >= 0
}
