import { throwIfAborted } from '../../../core/async/abort.ts'
import { type Resolvers, withResolvers } from '../../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import type { Cacao, SignInMessage } from '../../../core/sign-in/sign-in.ts'
import type { Clock, Unsubscribe } from '../../../ports.ts'
import { errorFrom } from '../errors.ts'
import {
  type Envelope,
  methodUnsupported,
  type SessionStruct,
  type SignInClient,
  userDisconnected,
} from '../library/library.ts'
import { refuseSharedId } from '../library/request-ids.ts'
import type { LibraryStorage } from '../library/storage.ts'
import type { Scope } from '../namespaces.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import { cacaosIn, scopeOf, signInsOf, withMethods } from './cacaos.ts'
import type { CreatePairing, Settled } from './create-pairing.ts'
import { senderKeyOf } from './sender-key.ts'

/** The lifetime of a session in the WalletConnect library, in seconds. */
const sessionLifetime = 604_800

/** A method that a sign-in request doesn't include (S3.5.2). */
const notWithSignIn = 'wallet_showCallsStatus'

/** A wallet's signatures, the scope that they grant, and the wallet's key and metadata. */
interface Answer {
  readonly cacaos: readonly Cacao[]
  readonly scope: object
  readonly responder: { readonly publicKey: string; readonly metadata?: unknown }
}

interface Waiting extends Resolvers<Answer> {
  /** The scope of the session proposal that is sent together with the sign-in request. */
  readonly scope: Scope
  readonly message: SignInMessage
}

/** The storage key of the requests. The next page load reads them (see `resume`). */
const storageKey = 'latchkey//sign-ins'

/** A request of an earlier page load. */
interface Recalled {
  readonly topic: string
  readonly scope: Scope
  readonly message: SignInMessage
}

export interface OneClickOptions {
  readonly client: SignInClient
  readonly link: Pick<SessionLink, 'inTime' | 'leave'>
  readonly clock: Pick<Clock, 'now'>
  /** The storage of the requests for the next page load. */
  readonly storage?: Pick<LibraryStorage, 'getItem' | 'setItem'> | undefined
}

/**
 * Requests a sign-in while connecting (`wc_sessionAuthenticate`, S3.6.4). Also sends a session proposal, for wallets that don't
 * support this request. The library only sends the two requests. Its own code for recaps (the lists of rights in sign-in
 * messages, ERC-5573) needs Node's `Buffer`, which pages don't have. Its own code would also verify contract signatures with the
 * vendor's node. So this class writes the recap, and reads the answers before the library does. The sign-in store verifies the
 * signatures.
 */
export class OneClick {
  readonly #client: SignInClient
  readonly #link: OneClickOptions['link']
  readonly #clock: OneClickOptions['clock']
  readonly #storage: OneClickOptions['storage']
  /** The pending requests, by pairing topic. */
  readonly #waiting = new Map<string, Waiting>()
  /** The requests that are being created, by nonce, because their topic isn't known yet. */
  readonly #asked = new Map<string, Waiting>()
  readonly #recalled = new Map<string, Recalled>()

  constructor({ client, link, clock, storage }: OneClickOptions) {
    this.#storage = storage
    this.#client = client
    this.#link = link
    this.#clock = clock
  }

  /** Handles the answers before the library does, until the returned function is called. */
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
      const proposes = scope && payload.method === 'wc_sessionPropose'
      if (asked || proposes) refuseSharedId(this.#client, payload.id)
      if (asked) this.#remember()
      // Set the proposed methods here. The library would take the methods from its own recap, which names no methods.
      const params = { ...payload.params, optionalNamespaces: { eip155: scope } }
      return encode(topic, proposes ? { ...payload, params } : payload, opts)
    }
    crypto.decode = async (topic, message, opts) => {
      const pairing = this.#pairingOf(topic)
      // Use the key of this pairing. The library stores only the key of its latest request, but a wallet may still scan an
      // earlier code.
      const receiverPublicKey = this.#keyOf(pairing)
      const payload = await decode(topic, message, {
        ...opts,
        ...(receiverPublicKey && { receiverPublicKey }),
      })
      const asked = payload && this.#pairingAnsweredBy(payload)
      const waiting = asked && this.#waiting.get(asked)
      if (!waiting) return payload
      // Check the topic too, because a peer on another topic could guess the id.
      if (asked !== pairing) throw new Error(`The response to ${payload.id} came from another topic`)
      const { answer, error } = read(payload)
      if (answer) waiting.resolve(answer)
      else {
        waiting.reject(error)
        // Delete the key that the library stored to decode this message.
        const sender = senderKeyOf(message)
        if (sender && receiverPublicKey)
          await crypto.deleteSymKey(await crypto.generateSharedKey(receiverPublicKey, sender))
      }
      throw new Error(`The response to ${payload.id} was already received`)
    }
    return () => {
      Object.assign(crypto, { decode, encode })
    }
  }

  /**
   * Removes the library's state of requests without a caller, because the library would listen for their answers forever. Keeps
   * the topic of a connected pairing, because a second wallet may still answer there.
   */
  async forgetAbandoned(): Promise<void> {
    const { auth, session } = this.#client
    const connected = new Set(session.getAll().map(({ pairingTopic }) => pairingTopic))
    for (const { pairingTopic } of auth.pairingTopics.getAll())
      if (!this.#waiting.has(pairingTopic) && !connected.has(pairingTopic))
        await forgetSignIn(this.#client, this.#link, pairingTopic)
    this.#remember()
  }

  /** Reads the requests of earlier page loads, for `resume`. */
  async recall(): Promise<void> {
    const stored = await this.#storage?.getItem<unknown>(storageKey)
    for (const one of Array.isArray(stored) ? (stored as readonly unknown[]) : [])
      if (isObject(one) && typeof one.topic === 'string' && isObject(one.message) && isObject(one.scope))
        this.#recalled.set(one.topic, one as unknown as Recalled)
  }

  /** Waits again for the answer to a request of an earlier page load. Returns undefined if this pairing has no such request. */
  resume(pairing: string): Promise<Settled> | undefined {
    const { message, scope } = this.#recalled.get(pairing) ?? {}
    if (!message || !scope) return undefined
    const waiting = { ...withResolvers<Answer>(), scope, message }
    this.#waiting.set(pairing, waiting)
    return this.#approval(pairing, waiting.promise, new Promise(() => {}), message)
  }

  /** Stops waiting for an answer on a pairing. */
  abandon(pairing: string): void {
    if (this.#waiting.delete(pairing)) this.#remember()
  }

  /**
   * Returns whether the library supports all fields of a message. The signed message would lack any field that the library
   * doesn't support.
   */
  knows({ chainId, requestId, version }: SignInMessage, { chains }: Scope): boolean {
    return requestId === undefined && version === '1' && chains.includes(chainId)
  }

  async ask(message: SignInMessage, scope: Scope): ReturnType<CreatePairing> {
    const { chains, methods } = scope
    const waiting = { ...withResolvers<Answer>(), scope, message }
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
      this.#remember()
      throw error
    } finally {
      this.#asked.delete(message.nonce)
    }
  }

  /** Resolves when the wallet signs in, or approves the proposed session instead. */
  async #approval(
    pairing: string,
    signed: Promise<Answer>,
    proposed: Promise<{ readonly session?: SessionStruct }>,
    message: SignInMessage,
  ): Promise<Settled> {
    // Prevents an unhandled rejection when the proposal is withdrawn.
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
      this.#remember()
    }
  }

  /** Stores the requests for the next page load, without their keys. */
  #remember(): void {
    const requests = [...this.#waiting].map(([topic, { scope, message }]) => ({ topic, scope, message }))
    this.#storage?.setItem(storageKey, requests).catch(() => {})
  }

  /** Creates this side of the session. The wallet has created its own side. */
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
    // Keep the pairing, as the library does when a wallet accepts a proposal, because a second wallet may still answer. The
    // pairing may be missing if the visitor has left.
    if (this.#storage && this.#client.pairing.keys.includes(pairing))
      await core.pairing.activate?.({ topic: pairing })
    return struct
  }

  /** Withdraws the session proposal, and keeps its key, which now belongs to the session. */
  async #withdraw(pairing: string): Promise<void> {
    const { core, engine, proposal } = this.#client
    for (const { id, pairingTopic } of proposal.getAll()) {
      if (pairingTopic !== pairing) continue
      engine.events.emit(`session_connect:${id}`, { error: methodUnsupported })
      await proposal.delete(id, userDisconnected)
      core.expirer.del(id)
    }
  }

  /** Returns the pairing of the sign-in request that a message answers. */
  #pairingAnsweredBy({ id, method, error }: Envelope): string | undefined {
    const asked = method === undefined ? this.#client.core.history.records.get(id) : undefined
    if (asked?.request.method !== 'wc_sessionAuthenticate') return undefined
    // A wallet that doesn't support the sign-in request answers the session proposal instead.
    return error?.code === methodUnsupported.code ? undefined : asked.topic
  }

  /** Returns the pairing whose answers arrive on a topic. */
  #pairingOf(topic: string): string | undefined {
    return this.#client.auth.pairingTopics.getAll().find((one) => one.topic === topic)?.pairingTopic
  }

  /** Returns the public key in a pairing's request. After a wallet has answered, the session has this key. */
  #keyOf(pairing: string | undefined): string | undefined {
    const { proposal, session } = this.#client
    const isOf = ({ pairingTopic }: { readonly pairingTopic?: string }) => pairingTopic === pairing
    if (pairing === undefined) return undefined
    return proposal.getAll().find(isOf)?.proposer.publicKey ?? session.getAll().find(isOf)?.self.publicKey
  }
}

/** Reads a wallet's answer. Returns an error instead of throwing, because this code runs inside the library. */
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
  const capsules = cacaosIn(cacaos)
  const scope = capsules && scopeOf(capsules)
  const { publicKey, metadata } = isObject(responder) ? responder : {}
  const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey)
  return scope && isKey
    ? { answer: { cacaos: capsules, scope, responder: { publicKey, metadata } } }
    : { error: latchkeyError('connection/no-accounts') }
}

/**
 * Removes the library's state of a pairing's sign-in request.
 *
 * @param keepsTopic Whether to keep the subscription to the answers, because a second wallet may answer.
 */
export async function forgetSignIn(
  { auth, core, engine, proposal }: Pick<SignInClient, 'auth' | 'core' | 'engine' | 'proposal'>,
  link: Pick<SessionLink, 'leave'>,
  pairing: string,
  keepsTopic = false,
): Promise<void> {
  for (const { id, pairingTopic } of auth.requests.getAll()) {
    if (pairingTopic !== pairing) continue
    // The library then assumes that the wallet doesn't support the request, and stops waiting.
    engine.events.emit(`session_request:${id}`, { error: methodUnsupported })
    await auth.requests.delete(id, userDisconnected)
    core.expirer.del(id)
  }
  for (const { topic, pairingTopic } of auth.pairingTopics.getAll()) {
    if (pairingTopic !== pairing) continue
    // End the library's wait for an answer to the proposal. Otherwise, this wait would last an hour.
    for (const { id, pairingTopic } of proposal.getAll())
      if (pairingTopic === pairing) engine.events.emit(`session_connect:${id}`, { error: methodUnsupported })
    if (keepsTopic) continue
    await link.leave(topic)
    await auth.pairingTopics.delete(topic, userDisconnected)
  }
}
