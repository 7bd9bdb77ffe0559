import { throwIfAborted } from '../../core/async/abort.ts'
import { type Resolvers, withResolvers } from '../../core/async/with-resolvers.ts'
import { isObject } from '../../core/check.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Cacao, SignInMessage } from '../../core/sign-in.ts'
import type { Clock, Unsubscribe } from '../../ports.ts'
import type { Ask, Settled } from './ask.ts'
import { capsulesIn, scopeOf, signInsOf, withMethods } from './capsules.ts'
import { errorFrom } from './errors.ts'
import {
  type Envelope,
  methodUnsupported,
  type SessionStruct,
  type SignInClient,
  userDisconnected,
} from './library.ts'
import type { Scope } from './namespaces.ts'
import type { SessionLink } from './relay-link.ts'

/** In seconds: the library's own lifetime of sessions. */
const sessionLifetime = 604_800

/** Facts 5.2: what a wallet is asked for with a sign-in has no place for it. */
const notWithSignIn = 'wallet_showCallsStatus'

/** What a wallet signed, what that grants, and who it is. */
interface Answer {
  readonly cacaos: readonly Cacao[]
  readonly scope: object
  readonly responder: { readonly publicKey: string; readonly metadata?: unknown }
}

interface Waiting extends Resolvers<Answer> {
  /** What the proposal beside is of. */
  readonly scope: Scope
}

export interface OneClickOptions {
  readonly client: SignInClient
  readonly link: Pick<SessionLink, 'inTime' | 'leave'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Has wallets sign in as they connect: `wc_sessionAuthenticate`, beside the proposal of a session for wallets that do not know
 * it. Facts 6.4. The library sends both, and no more is left to it. It would read and write recaps by Node's `Buffer`, which a
 * page does not have, and check signatures of contracts at a node of its maker's. So the recap is ours, and the answers are
 * taken before it sees them; who keeps the sign-ins checks them.
 */
export class OneClick {
  readonly #client: SignInClient
  readonly #link: OneClickOptions['link']
  readonly #clock: OneClickOptions['clock']
  /** Who waits for an answer, by the topic of the pairing; before it is known, by the nonce. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #asked = new Map<string, Waiting>()

  constructor({ client, link, clock }: OneClickOptions) {
    this.#client = client
    this.#link = link
    this.#clock = clock
  }

  /** Takes the answers, until it is released. */
  listen(): Unsubscribe {
    const { crypto } = this.#client.core
    const { decode, encode } = crypto
    crypto.encode = (topic, payload, opts) => {
      const { nonce } =
        (payload.params as { readonly authPayload?: Partial<SignInMessage> })?.authPayload ?? {}
      const asked =
        payload.method === 'wc_sessionAuthenticate' && nonce !== undefined && this.#asked.get(nonce)
      if (asked) this.#waiting.set(topic, asked)
      const { scope } = this.#waiting.get(topic) ?? {}
      // The library would propose the methods that it writes into the recap, which are none.
      const proposes = scope && payload.method === 'wc_sessionPropose'
      const params = { ...payload.params, optionalNamespaces: { eip155: scope } }
      return encode(topic, proposes ? { ...payload, params } : payload, opts)
    }
    crypto.decode = async (topic, message, opts) => {
      const pairing = this.#pairingOf(topic)
      const keysBefore = new Set(pairing && crypto.keychain.keychain.keys())
      // The library has the key of its latest request only, and a code that was shown before may still be read.
      const receiverPublicKey = this.#keyOf(pairing)
      const payload = await decode(topic, message, {
        ...opts,
        ...(receiverPublicKey && { receiverPublicKey }),
      })
      const asked = payload && this.#pairingAnsweredBy(payload)
      const waiting = asked && this.#waiting.get(asked)
      if (!waiting) return payload
      // Whoever has some other topic with the page may guess the id.
      if (asked !== pairing) throw new Error(`The answer to ${payload.id} came from elsewhere`)
      const { answer, error } = read(payload)
      if (answer) waiting.resolve(answer)
      else {
        waiting.reject(error)
        // The library keeps the key of whatever it decodes so.
        const made = [...crypto.keychain.keychain.keys()].filter((key) => !keysBefore.has(key))
        for (const key of made) await crypto.deleteSymKey(key)
      }
      throw new Error(`The answer to ${payload.id} was taken`)
    }
    return () => {
      Object.assign(crypto, { decode, encode })
    }
  }

  /** Removes what the library keeps of requests that were left behind: it would keep listening for their answers for ever. */
  async forgetAll(): Promise<void> {
    const { auth } = this.#client
    for (const { pairingTopic } of auth.pairingTopics.getAll())
      await forgetSignIn(this.#client, this.#link, pairingTopic)
  }

  /** Whether a message can be asked for like that. What the library has no place for would be missing in what is signed. */
  knows({ chainId, requestId, version }: SignInMessage, { chains }: Scope): boolean {
    return requestId === undefined && version === '1' && chains.includes(chainId)
  }

  async ask(message: SignInMessage, scope: Scope): ReturnType<Ask> {
    const { chains, methods } = scope
    const waiting = { ...withResolvers<Answer>(), scope }
    waiting.promise.catch(() => {})
    const pairingOf = () => [...this.#waiting].find(([, one]) => one === waiting)?.[0] ?? ''
    this.#asked.set(message.nonce, waiting)
    try {
      const { uri, response } = await this.#client.authenticate({
        chains: [message.chainId, ...chains.filter((chain) => chain !== message.chainId)],
        domain: message.domain,
        uri: message.uri,
        nonce: message.nonce,
        statement: message.statement,
        exp: message.expirationTime,
        nbf: message.notBefore,
        resources: withMethods(
          message.resources,
          methods.filter((method) => method !== notWithSignIn),
        ),
      })
      return { uri, approval: () => this.#approval(pairingOf(), waiting.promise, response(), message) }
    } catch (error) {
      this.#waiting.delete(pairingOf())
      throw error
    } finally {
      this.#asked.delete(message.nonce)
    }
  }

  /** The wallet either signs, or settles the session that was proposed beside. */
  async #approval(
    pairing: string,
    signed: Promise<Answer>,
    proposed: Promise<{ readonly session?: SessionStruct }>,
    message: SignInMessage,
  ): Promise<Settled> {
    // It rejects when its proposal is withdrawn.
    proposed.catch(() => {})
    try {
      const first = await Promise.race([signed, proposed])
      if ('cacaos' in first) {
        const struct = await this.#link.inTime((signal) => this.#settle(pairing, first, signal))
        return { struct, signIns: () => signInsOf(first.cacaos, message) }
      }
      if (!first.session) throw latchkeyError('connection/no-accounts')
      return { struct: first.session }
    } finally {
      this.#waiting.delete(pairing)
    }
  }

  /** Makes the session of what the wallet signed, as it has made its own. */
  async #settle(pairing: string, { scope, responder }: Answer, signal: AbortSignal): Promise<SessionStruct> {
    const { core, session, metadata } = this.#client
    const self = this.#keyOf(pairing)
    if (self === undefined) throw latchkeyError('connection/pairing-expired')
    const topic = await core.crypto.generateSharedKey(self, responder.publicKey)
    try {
      await core.relayer.subscribe(topic, { transportType: 'relay' })
      throwIfAborted(signal)
    } catch (error) {
      await core.crypto.deleteSymKey(topic)
      await this.#link.leave(topic)
      throw error
    }
    const struct = {
      topic,
      acknowledged: true,
      self: { publicKey: self, metadata },
      peer: { publicKey: responder.publicKey, metadata: responder.metadata },
      controller: responder.publicKey,
      expiry: Math.floor(this.#clock.now() / 1000) + sessionLifetime,
      requiredNamespaces: {},
      optionalNamespaces: {},
      relay: { protocol: 'irn' },
      pairingTopic: pairing,
      namespaces: { eip155: scope },
      transportType: 'relay',
    }
    await session.set(topic, struct)
    core.expirer.set(topic, struct.expiry)
    await this.#withdraw(pairing)
    return struct
  }

  /** Takes the proposal back that was made beside. Its key is the session's now. */
  async #withdraw(pairing: string): Promise<void> {
    const { core, engine, proposal } = this.#client
    for (const { id, pairingTopic } of proposal.getAll()) {
      if (pairingTopic !== pairing) continue
      engine.events.emit(`session_connect:${id}`, { error: methodUnsupported })
      await proposal.delete(id, userDisconnected)
      core.expirer.del(id)
    }
  }

  /** The pairing whose request to sign in a message answers. */
  #pairingAnsweredBy({ id, method, error }: Envelope): string | undefined {
    const asked = method === undefined ? this.#client.core.history.records.get(id) : undefined
    if (asked?.request.method !== 'wc_sessionAuthenticate') return undefined
    // A wallet that does not know the request answers the proposal.
    return error?.code === methodUnsupported.code ? undefined : asked.topic
  }

  /** The pairing whose answer comes on a topic. */
  #pairingOf(topic: string): string | undefined {
    return this.#client.auth.pairingTopics.getAll().find((one) => one.topic === topic)?.pairingTopic
  }

  /** The public key with which a pairing asked. */
  #keyOf(pairing: string | undefined): string | undefined {
    const proposals = this.#client.proposal.getAll()
    return proposals.find(({ pairingTopic }) => pairingTopic === pairing)?.proposer.publicKey
  }
}

/** It is the wallet's: nothing of it may throw where the library waits. */
function read(envelope: Envelope): { readonly answer?: Answer; readonly error?: Error } {
  try {
    return answerIn(envelope)
  } catch (error) {
    return { error: errorFrom(error, 'connect') }
  }
}

function answerIn({ result, error }: Envelope): { readonly answer?: Answer; readonly error?: Error } {
  if (error) return { error: errorFrom(error, 'connect') }
  const { cacaos, responder } = isObject(result) ? result : {}
  const capsules = capsulesIn(cacaos)
  const scope = capsules && scopeOf(capsules)
  const { publicKey, metadata } = isObject(responder) ? responder : {}
  const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey)
  return scope && isKey
    ? { answer: { cacaos: capsules, scope, responder: { publicKey, metadata } } }
    : { error: latchkeyError('connection/no-accounts') }
}

/** Removes what the library keeps of a pairing's request to sign in. */
export async function forgetSignIn(
  { auth, core, engine, proposal }: Pick<SignInClient, 'auth' | 'core' | 'engine' | 'proposal'>,
  link: Pick<SessionLink, 'leave'>,
  pairing: string,
): Promise<void> {
  for (const { id, pairingTopic } of auth.requests.getAll()) {
    if (pairingTopic !== pairing) continue
    // The library takes that for a wallet that does not know the request, and waits for it no longer.
    engine.events.emit(`session_request:${id}`, { error: methodUnsupported })
    await auth.requests.delete(id, userDisconnected)
    core.expirer.del(id)
  }
  for (const { topic, pairingTopic } of auth.pairingTopics.getAll()) {
    if (pairingTopic !== pairing) continue
    // Else it would wait for an hour.
    for (const { id, pairingTopic } of proposal.getAll())
      if (pairingTopic === pairing) engine.events.emit(`session_connect:${id}`, { error: methodUnsupported })
    await link.leave(topic)
    await auth.pairingTopics.delete(topic, userDisconnected)
  }
}
