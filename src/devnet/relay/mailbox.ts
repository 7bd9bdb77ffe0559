import { createHash } from 'node:crypto'
import { RpcRefusal } from '../server/json-rpc.ts'

/** A message that a client published to a topic's subscribers. The relay can't read it. */
export interface Envelope {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** The did:key of the publishing client, which doesn't receive it back. */
  readonly from: string
  /** Unix time in ms. */
  readonly publishedAt: number
  /** Unix time in ms. */
  readonly expiresAt: number
  /** The attestation from the proposer's verify host. */
  readonly attestation?: string | undefined
}

/** Keeps envelopes until they expire, for clients that are offline or haven't acknowledged them. */
export interface Mailbox {
  /**
   * Stores an envelope. Returns false if the message is already on the topic: a client that missed the answer publishes
   * again.
   * @throws RpcRefusal when the client, or all clients together, reached the limit.
   */
  put(envelope: Envelope): boolean
  /** The client's unacknowledged envelopes on a topic, oldest first. */
  waiting(topic: string, client: string): readonly Envelope[]
  acknowledge(envelope: Envelope, client: string): void
  /** Drops expired envelopes. */
  expire(): void
  readonly size: number
}

interface Kept {
  readonly envelope: Envelope
  readonly acknowledged: Set<string>
}

/** The storage limits: far more than a test run publishes within the lifetime of its messages. */
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

/** Returns the size in characters, which equals bytes: encrypted messages are base64. */
export function sizeOf({ message, attestation = '' }: Envelope): number {
  return message.length + attestation.length
}

function hash(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
