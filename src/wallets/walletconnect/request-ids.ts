import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'

/** The functions of sign-client that encrypt messages. `payload` is a JSON-RPC request or response. */
export interface Envelopes {
  readonly keychain: { get(topic: string): string }
  encode(topic: string, payload: { readonly id?: unknown }, opts?: object): Promise<string>
  /** Decrypts a message. Returns undefined if the topic's key doesn't decrypt it. */
  decode(topic: string, message: string, opts?: object): Promise<{ readonly id?: unknown } | undefined>
}

/** Converts a page's id on a topic to the library's id, or back. */
export type IdOnTopic = (topic: string, id: number) => number

interface Payload {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly requester?: { readonly publicKey?: unknown } }
}

/**
 * Keeps requests with equal ids apart. sign-client identifies a request by its id alone, which the page chooses. So a request of
 * one session could replace a request of another session. This code XORs each incoming id with a secret of the topic, and
 * restores the page's id in the response. The secret is derived from the topic's key. So it is the same after a restart, when the
 * library reads its stored requests.
 */
export function keepIdsApart({
  core: { crypto },
}: {
  readonly core: { readonly crypto: Envelopes }
}): IdOnTopic {
  // Keep the masks after a session ends: its topic's key is deleted then, but a request may still arrive.
  const masks = new Map<string, bigint>()
  const maskOf = (topic: string) => {
    const digest = sha256(new TextEncoder().encode(`ids of ${crypto.keychain.get(topic)}`))
    const mask = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0) >> 11n
    masks.set(topic, mask)
    return mask
  }
  const masked: IdOnTopic = (topic, id) => Number(BigInt(id) ^ (masks.get(topic) ?? maskOf(topic)))
  /**
   * The page's ids of the requests that are answered on another topic. The key of an entry consists of the answer's topic and the
   * library's id.
   */
  const answeredElsewhere = new Map<string, number>()
  const { decode, encode } = crypto
  crypto.decode = async (topic, message, opts) => {
    const payload = await decode(topic, message, opts)
    if (!isRequest(payload)) return payload
    if (!isId(payload.id)) throw new Error(`No request has the id ${JSON.stringify(payload.id)}`)
    const id = masked(topic, payload.id)
    // Replace the id and the topic inside a proposal too. The library uses the inner values to find the proposal's pairing.
    const params = payload.method === 'wc_sessionPropose' && {
      params: { ...payload.params, id, pairingTopic: topic },
    }
    if (payload.method === 'wc_sessionAuthenticate')
      answeredElsewhere.set(`${answerTopic(payload.params?.requester?.publicKey)} ${id}`, payload.id)
    return { ...payload, ...params, id }
  }
  crypto.encode = (topic, payload, opts) => {
    if (isRequest(payload) || !isId(payload.id)) return encode(topic, payload, opts)
    const key = `${topic} ${payload.id}`
    const id = answeredElsewhere.get(key) ?? masked(topic, payload.id)
    answeredElsewhere.delete(key)
    return encode(topic, { ...payload, id }, opts)
  }
  return masked
}

/** Returns the topic on which a sign-in request is answered. It is the hash of the public key in the request. */
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
