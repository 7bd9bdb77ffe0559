import { createHash } from 'node:crypto'
import { RpcRefusal } from '../server/json-rpc.ts'

/** A message that a client published on a topic. */
export interface Envelope {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** The did:key of the client that published the message. This client doesn't get the message back. */
  readonly from: string
  /** Unix time in ms. */
  readonly publishedAt: number
  /** Unix time in ms. */
  readonly expiresAt: number
  /** The attestation that the publisher sent with a proposal (WalletConnect Verify). */
  readonly attestation?: string | undefined
}

/** Keeps envelopes until they expire, for clients that are offline or haven't acknowledged them. */
export interface Mailbox {
  /**
   * Stores an envelope. Returns false if the topic already has the message: a client publishes again if it missed the answer.
   * @throws RpcRefusal when the limit of the client, or of all clients, is reached.
   */
  put(envelope: Envelope): boolean
  /** Returns the envelopes on a topic that the client hasn't acknowledged, oldest first. */
  waiting(topic: string, client: string): readonly Envelope[]
  acknowledge(envelope: Envelope, client: string): void
  expire(): void
  readonly size: number
}

interface Kept {
  readonly envelope: Envelope
  readonly acknowledged: Set<string>
}

/** A test run publishes far less. */
const mostOfClient = { envelopes: 10_000, bytes: 16_000_000 } as const
const mostOfAll = { envelopes: 50_000, bytes: 64_000_000 } as const
const total = Symbol('total')

export function mailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<string, Kept>>()
  const current = ({ envelope }: Kept) => envelope.expiresAt > now()
  const held = new Map<string | symbol, { envelopes: number; bytes: number }>()
  const count = (envelope: Envelope, sign: 1 | -1) => {
    for (const whose of [envelope.from, total]) {
      const sum = held.get(whose) ?? { envelopes: 0, bytes: 0 }
      sum.envelopes += sign
      sum.bytes += sign * sizeOf(envelope)
      if (sum.envelopes > 0) held.set(whose, sum)
      else held.delete(whose)
    }
  }
  const exceeds = (
    envelope: Envelope,
    whose: string | symbol,
    most: typeof mostOfClient | typeof mostOfAll,
  ) => {
    const { envelopes, bytes } = held.get(whose) ?? { envelopes: 0, bytes: 0 }
    return envelopes >= most.envelopes || bytes + sizeOf(envelope) > most.bytes
  }
  const isFull = (envelope: Envelope) =>
    exceeds(envelope, envelope.from, mostOfClient) || exceeds(envelope, total, mostOfAll)
  const remove = (kept: Map<string, Kept>, id: string) => {
    const found = kept.get(id)
    if (!found) return
    kept.delete(id)
    count(found.envelope, -1)
  }
  const expire = () => {
    for (const [topic, kept] of topics) {
      for (const [id, each] of kept) if (!current(each)) remove(kept, id)
      if (kept.size === 0) topics.delete(topic)
    }
  }

  return {
    put(envelope) {
      const kept = topics.get(envelope.topic) ?? new Map<string, Kept>()
      const id = hash(envelope.message)
      const before = kept.get(id)
      if (before && current(before)) return false
      if (isFull(envelope)) expire()
      if (isFull(envelope)) throw new RpcRefusal(-32000, 'Too many messages wait on this relay')
      remove(kept, id)
      count(envelope, 1)
      topics.set(envelope.topic, kept.set(id, { envelope, acknowledged: new Set([envelope.from]) }))
      return true
    },
    waiting: (topic, client) =>
      [...(topics.get(topic)?.values() ?? [])]
        .filter((kept) => current(kept) && !kept.acknowledged.has(client))
        .map(({ envelope }) => envelope),
    acknowledge({ topic, message }, client) {
      topics.get(topic)?.get(hash(message))?.acknowledged.add(client)
    },
    expire,
    get size() {
      return held.get(total)?.envelopes ?? 0
    },
  }
}

/** Returns the size in characters. Encrypted messages are base64, so this is also the size in bytes. */
export function sizeOf({ message, attestation = '' }: Envelope): number {
  return message.length + attestation.length
}

function hash(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
