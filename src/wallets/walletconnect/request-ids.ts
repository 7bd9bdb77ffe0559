import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/** How messages are closed and opened. `payload` is a request or an answer of JSON-RPC. */
export interface Envelopes {
  readonly keychain: { get(topic: string): string }
  encode(topic: string, payload: { readonly id?: unknown }, opts?: object): Promise<string>
  /** Undefined for a message that the key of its topic does not open. */
  decode(topic: string, message: string, opts?: object): Promise<{ readonly id?: unknown } | undefined>
}

/** Ids as the library knows them, against ids as the page of a topic has sent them. It is its own inverse. */
export type IdOnTopic = (topic: string, id: number) => number

interface Payload {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly requester?: { readonly publicKey?: unknown } }
}

/**
 * The library knows a request by its id alone: in its history, among what waits, and to notice one that comes again. Ids are
 * chosen by pages, so the request of one session could take the place of another's. Here each id that arrives is mixed with a
 * number that only the two ends of its topic can know, and each answer that leaves is given its own id back. The number
 * comes from the key of the topic, so that it is the same for what the library has stored before a restart.
 */
export function keepIdsApart({
  core: { crypto },
}: {
  readonly core: { readonly crypto: Envelopes }
}): IdOnTopic {
  // The key of a topic is gone as soon as its session ends, while a request of it may still be on its way to us.
  const masks = new Map<string, bigint>()
  const maskOf = (topic: string) => {
    const digest = sha256(new TextEncoder().encode(`ids of ${crypto.keychain.get(topic)}`))
    const mask = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0) >> 11n
    masks.set(topic, mask)
    return mask
  }
  const mixed: IdOnTopic = (topic, id) => Number(BigInt(id) ^ (masks.get(topic) ?? maskOf(topic)))
  /** By the topic of the answer and the id as the library knows it: the id of a request that is answered on another topic. */
  const elsewhere = new Map<string, number>()
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
    if (payload.method === 'wc_sessionAuthenticate')
      elsewhere.set(`${answerTopic(payload.params?.requester?.publicKey)} ${id}`, payload.id)
    return { ...payload, ...params, id }
  }
  crypto.encode = (topic, payload, opts) => {
    if (isRequest(payload) || !isId(payload.id)) return encode(topic, payload, opts)
    const key = `${topic} ${payload.id}`
    const id = elsewhere.get(key) ?? mixed(topic, payload.id)
    elsewhere.delete(key)
    return encode(topic, { ...payload, id }, opts)
  }
  return mixed
}

/** Where a request to sign in is answered: the hash of the key that it names. */
function answerTopic(publicKey: unknown): string {
  const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey)
  return isKey ? bytesToHex(sha256(hexToBytes(publicKey))) : ''
}

function isRequest(payload: Payload | undefined): payload is Payload {
  return payload?.method !== undefined
}

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && (id as number) >= 0
}
