import { createHash } from 'node:crypto'
import { RpcRefusal } from '../server/json-rpc.ts'
import { type Envelope, type Mailbox, mailbox } from './mailbox.ts'

export interface Subscriber {
  /** The client's did:key. */
  readonly client: string
  push(subscription: string, envelope: Envelope): void
}

export interface MessageHub {
  readonly mail: Mailbox
  /** Runs a client's call of a method. */
  call(from: Subscriber, method: string, params: unknown): unknown
  knows(method: string): boolean
  /** Pushes an envelope to all subscribers of its topic except its publisher, even if they already have the envelope. */
  deliver(envelope: Envelope): void
  leave(subscriber: Subscriber): void
  /**
   * While at least one caller has this on, the messages of a topic go only to the newest subscription of each client. `caller`
   * identifies who turns it on or off.
   */
  newestOnly(caller: unknown, on: boolean): void
  /** The number of topics with a subscriber. */
  readonly topics: number
}

type Params = Readonly<Record<string, unknown>>
type Method = (from: Subscriber, params: Params) => unknown

/** In seconds. A longer lifetime is shortened to this one, as on the public relay. */
const longestTtl = 30 * 24 * 60 * 60
/** Topics per socket. */
const mostTopics = 2000
const mostTopicsOfAll = 100_000
/** Topics per call, as on the public relay. */
const longestBatch = 500
/** The tags of the messages that the relay publishes for `wc_proposeSession` and `wc_approveSession`. */
const tags = { propose: 1100, approve: 1101, settle: 1102 } as const

export interface PublishEvents {
  published(envelope: Envelope): void
  /** Called for a message that the topic already has. */
  duplicate(): void
}

export function messageHub(now: () => number, events: PublishEvents): MessageHub {
  const mail = mailbox(now)
  const listening = new Map<string, Set<Subscriber>>()
  const topicsOfEach = new Map<Subscriber, Set<string>>()
  const newestOnly = new Set<unknown>()

  const deliver: MessageHub['deliver'] = (envelope) => {
    const all = [...(listening.get(envelope.topic) ?? [])]
    const newest = new Map(all.map((subscriber) => [subscriber.client, subscriber]))
    for (const subscriber of newestOnly.size > 0 ? newest.values() : all)
      if (subscriber.client !== envelope.from)
        subscriber.push(subscriptionId(envelope.topic, subscriber.client), envelope)
  }
  const subscribe = (from: Subscriber, topic: string) => {
    const id = subscriptionId(topic, from.client)
    const own = topicsOfEach.get(from) ?? new Set()
    if (!own.has(topic) && (own.size >= mostTopics || listening.size >= mostTopicsOfAll))
      throw new RpcRefusal(-32000, 'Too many subscriptions')
    topicsOfEach.set(from, own.add(topic))
    const all = listening.get(topic) ?? new Set()
    // A repeated subscription becomes the newest.
    all.delete(from)
    listening.set(topic, all.add(from))
    for (const envelope of mail.waiting(topic, from.client)) from.push(id, envelope)
    return id
  }
  const unsubscribe = (from: Subscriber, topic: string) => {
    const [all, own] = [listening.get(topic), topicsOfEach.get(from)]
    all?.delete(from)
    if (all?.size === 0) listening.delete(topic)
    own?.delete(topic)
    if (own?.size === 0) topicsOfEach.delete(from)
    return true
  }
  const publish = (from: Subscriber, topic: string, message: string, tag: number, params: Params) => {
    const publishedAt = now()
    const ttl = Math.min(number(params, 'ttl'), longestTtl)
    const { attestation } = params
    const envelope: Envelope = {
      topic,
      message,
      tag,
      from: from.client,
      publishedAt,
      expiresAt: publishedAt + ttl * 1000,
      ...(typeof attestation === 'string' && { attestation }),
    }
    if (!mail.put(envelope)) {
      events.duplicate()
      return true
    }
    events.published(envelope)
    deliver(envelope)
    return true
  }
  const fetch = (from: Subscriber, wanted: readonly string[]) => ({
    messages: wanted.flatMap((topic) =>
      mail
        .waiting(topic, from.client)
        .map(({ message, publishedAt, tag }) => ({ topic, message, publishedAt, tag })),
    ),
    hasMore: false,
  })

  const methods: Readonly<Record<string, Method>> = {
    irn_subscribe: (from, params) => subscribe(from, topicOf(params)),
    irn_batchSubscribe: (from, params) => topicsOf(params).map((topic) => subscribe(from, topic)),
    irn_unsubscribe: (from, params) => unsubscribe(from, topicOf(params)),
    irn_publish: (from, params) =>
      publish(from, topicOf(params), text(params, 'message'), tagOf(params), params),
    irn_fetchMessages: (from, params) => fetch(from, [topicOf(params)]),
    irn_batchFetchMessages: (from, params) => fetch(from, topicsOf(params)),
    // The next two calls publish, and also subscribe the sender: a proposal subscribes it to the pairing topic, and an approval
    // to the session topic.
    wc_proposeSession(from, params) {
      const pairing = topicOf(params, 'pairingTopic')
      const proposal = text(params, 'sessionProposal')
      subscribe(from, pairing)
      return publish(from, pairing, proposal, tags.propose, params)
    },
    wc_approveSession(from, params) {
      const [pairing, session] = [topicOf(params, 'pairingTopic'), topicOf(params, 'sessionTopic')]
      const response = text(params, 'sessionProposalResponse')
      const settlement = text(params, 'sessionSettlementRequest')
      subscribe(from, session)
      publish(from, pairing, response, tags.approve, params)
      return publish(from, session, settlement, tags.settle, params)
    },
  }

  return {
    mail,
    deliver,
    knows: (method) => Object.hasOwn(methods, method),
    call(from, method, params) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new RpcRefusal(-32601, `Method not found: ${method}`)
      if (typeof params !== 'object' || params === null) throw refused('params')
      return run(from, params as Params)
    },
    newestOnly: (caller, on) => void (on ? newestOnly.add(caller) : newestOnly.delete(caller)),
    get topics() {
      return listening.size
    },
    leave(subscriber) {
      for (const topic of [...(topicsOfEach.get(subscriber) ?? [])]) unsubscribe(subscriber, topic)
    },
  }
}

/** Clients compute the same id, to recognize the pushes of their subscriptions. */
function subscriptionId(topic: string, client: string): string {
  return createHash('sha256')
    .update(topic + client)
    .digest('hex')
}

function topicOf(params: Params, name = 'topic'): string {
  return isTopic(params[name]) ? params[name] : fail(name)
}

function topicsOf({ topics }: Params): readonly string[] {
  return Array.isArray(topics) && topics.length <= longestBatch && topics.every(isTopic)
    ? topics
    : fail('topics')
}

function text(params: Params, name: string): string {
  const value = params[name]
  return typeof value === 'string' && value !== '' ? value : fail(name)
}

function number(params: Params, name: string): number {
  const value = params[name]
  return typeof value === 'number' && value > 0 ? value : fail(name)
}

function tagOf({ tag }: Params): number {
  return typeof tag === 'number' ? tag : 0
}

function isTopic(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function fail(name: string): never {
  throw refused(name)
}

function refused(name: string): RpcRefusal {
  return new RpcRefusal(-32602, `Invalid params: ${name}`)
}
