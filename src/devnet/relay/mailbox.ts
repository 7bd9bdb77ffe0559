import { createHash } from 'node:crypto'

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
  /** False when the same message is on the topic already: a client that lost the answer publishes again. */
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

export function mailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<string, Kept>>()
  const current = ({ envelope }: Kept) => envelope.expiresAt > now()

  return {
    put(envelope) {
      const kept = topics.get(envelope.topic) ?? new Map<string, Kept>()
      const id = hash(envelope.message)
      const before = kept.get(id)
      if (before && current(before)) return false
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
    expire() {
      let dropped = 0
      for (const [topic, kept] of topics) {
        for (const [id, each] of kept) if (!current(each) && kept.delete(id)) dropped++
        if (kept.size === 0) topics.delete(topic)
      }
      return dropped
    },
    get size() {
      return [...topics.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
}

function hash(message: string): string {
  return createHash('sha256').update(message).digest('hex')
}
