import { createHash } from 'node:crypto'
import { RpcRefusal } from '../server/json-rpc.ts'

/** What one client publishes on a topic for whoever else listens there. The relay cannot read the message. */
export interface Envelope {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** The client that published it, by its did:key. It does not get it back. */
  readonly from: string
  /** Unix time in ms. */
  readonly publishedAt: number
  /** Unix time in ms. */
  readonly expiresAt: number
  /** What the proposer's verify host said of it. */
  readonly attestation?: string | undefined
}

/** Keeps envelopes until their time is over, for clients that are not there or have not acknowledged them. */
export interface Mailbox {
  /**
   * False when the same message is on the topic already: a client that lost the answer publishes again.
   * @throws RpcRefusal when its client, or all together, have as much waiting as there may be.
   */
  put(envelope: Envelope): boolean
  /** What the client has not acknowledged on a topic, oldest first. */
  waiting(topic: string, client: string): readonly Envelope[]
  acknowledge(envelope: Envelope, client: string): void
  /** Drops what is over; returns how many. */
  expire(): number
  readonly size: number
}

interface Kept {
  readonly envelope: Envelope
  readonly acknowledged: Set<string>
}

/** How much may wait: far more than a test run publishes within the lifetime of its messages. */
const mostOfClient = { envelopes: 10_000, bytes: 16_000_000 } as const
const mostOfAll = { envelopes: 50_000, bytes: 64_000_000 } as const
const everybody = Symbol('everybody')

export function mailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<string, Kept>>()
  const current = ({ envelope }: Kept) => envelope.expiresAt > now()
  const held = new Map<string | symbol, { envelopes: number; bytes: number }>()
  const count = (envelope: Envelope, sign: 1 | -1) => {
    for (const whose of [envelope.from, everybody]) {
      const sum = held.get(whose) ?? { envelopes: 0, bytes: 0 }
      sum.envelopes += sign
      sum.bytes += sign * sizeOf(envelope)
      if (sum.envelopes > 0) held.set(whose, sum)
      else held.delete(whose)
    }
  }
  const isFull = (envelope: Envelope) =>
    (
      [
        [envelope.from, mostOfClient],
        [everybody, mostOfAll],
      ] as const
    ).some(([whose, most]) => {
      const { envelopes, bytes } = held.get(whose) ?? { envelopes: 0, bytes: 0 }
      return envelopes >= most.envelopes || bytes + sizeOf(envelope) > most.bytes
    })
  const remove = (kept: Map<string, Kept>, id: string) => {
    const found = kept.get(id)
    if (!found) return
    kept.delete(id)
    count(found.envelope, -1)
  }
  const expire = () => {
    let dropped = 0
    for (const [topic, kept] of topics) {
      for (const [id, each] of kept) {
        if (current(each)) continue
        remove(kept, id)
        dropped++
      }
      if (kept.size === 0) topics.delete(topic)
    }
    return dropped
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
      return held.get(everybody)?.envelopes ?? 0
    },
  }
}

/** In characters, which are bytes here: what is sealed is base64. */
export function sizeOf({ message, attestation = '' }: Envelope): number {
  return message.length + attestation.length
}

function hash(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
