import { createHash } from 'node:crypto'
import { RpcRefusal } from '../server/json-rpc.ts'
import { type Envelope, type Mailbox, mailbox } from './mailbox.ts'

/** A client that can be told of messages. */
export interface Subscriber {
  /** The client's did:key. */
  readonly client: string
  push(subscription: string, envelope: Envelope): void
}

/** What is published, and who hears it. */
export interface MessageHub {
  readonly mail: Mailbox
  /** Every call that a client may make, by name. */
  call(from: Subscriber, method: string, params: unknown): unknown
  /** Whether there is such a call. */
  knows(method: string): boolean
  /** Gives an envelope to all who listen on its topic and did not publish it, whether or not they have it already. */
  deliver(envelope: Envelope): void
  leave(subscriber: Subscriber): void
  /** How many topics somebody listens on. */
  readonly topics: number
}

type Params = Readonly<Record<string, unknown>>
type Method = (from: Subscriber, params: Params) => unknown

/** In seconds. Longer ones are cut, as the network's relay does. */
const longestTtl = 30 * 24 * 60 * 60
/** Topics of one socket, of all together, and of one call; the network's relay takes 500 in a call too. */
const mostTopics = 2000
const mostTopicsOfAll = 100_000
const longestBatch = 500
/** The tags of the messages that the relay publishes for the two calls that stand for several. */
const tags = { propose: 1100, approve: 1101, settle: 1102 } as const

export interface PublishEvents {
  published(envelope: Envelope): void
  /** The same message again, on the same topic. */
  duplicate(): void
}

export function messageHub(now: () => number, events: PublishEvents): MessageHub {
  const mail = mailbox(now)
  const listening = new Map<string, Set<Subscriber>>()
  const topicsOfEach = new Map<Subscriber, Set<string>>()

  const deliver: MessageHub['deliver'] = (envelope) => {
    for (const subscriber of listening.get(envelope.topic) ?? [])
      if (subscriber.client !== envelope.from)
        subscriber.push(subscriptionId(envelope.topic, subscriber.client), envelope)
  }
  const subscribe = (from: Subscriber, topic: string) => {
    const id = subscriptionId(topic, from.client)
    const own = topicsOfEach.get(from) ?? new Set()
    if (!own.has(topic) && (own.size >= mostTopics || listening.size >= mostTopicsOfAll))
      throw new RpcRefusal(-32000, 'Too many subscriptions')
    topicsOfEach.set(from, own.add(topic))
    listening.set(topic, (listening.get(topic) ?? new Set()).add(from))
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
    // The sender does not subscribe to these topics by itself: the relay does it with the call.
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
    get topics() {
      return listening.size
    },
    leave(subscriber) {
      for (const topic of [...(topicsOfEach.get(subscriber) ?? [])]) unsubscribe(subscriber, topic)
    },
  }
}

/** The client computes the same, and knows its pushes by it. */
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
