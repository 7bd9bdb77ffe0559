import { isObject } from '../../../core/json/is-object.ts'
import type { Logger, Unsubscribe } from '../../../ports.ts'
import { canSignIn } from '../library/host-client.ts'
import type { Envelope, SignClient } from '../library/library.ts'
import type { OwedEnds } from '../library/owed-ends.ts'
import { senderKeyOf } from './sender-key.ts'

export interface SecondWalletsOptions {
  readonly client: SignClient
  readonly owed: Pick<OwedEnds, 'add' | 'send'>
  readonly log: Pick<Logger, 'debug'>
}

/** The wallet that answered a pairing first, identified by the keys of its session. */
interface First {
  readonly self: string
  readonly responder: string
}

/**
 * Ends the session of a second wallet that answers the same pairing, because two wallets can scan one code. The WalletConnect
 * library doesn't do this. If the second wallet answers soon after the first, the library drops the first session. If the second
 * wallet answers later, the library ignores the answer, and the wallet shows a session that this page doesn't have. A wallet
 * answers a pairing by approving the session or by signing in, which also creates a session in the wallet.
 */
export class SecondWallets {
  readonly #options: SecondWalletsOptions
  /** The first wallet of each pairing, by pairing topic. */
  readonly #first = new Map<string, First>()

  constructor(options: SecondWalletsOptions) {
    this.#options = options
  }

  /** Reads answers before the library does, until the returned function is called. */
  listen(): Unsubscribe {
    const { client } = this.#options
    const { crypto } = client.core
    const { decode } = crypto
    if (!decode) return () => {}
    for (const { pairingTopic, self, peer } of client.session.getAll())
      if (pairingTopic && peer.publicKey)
        this.#first.set(pairingTopic, { self: self.publicKey, responder: peer.publicKey })
    crypto.decode = async (topic, message, opts) => {
      const payload = await decode.call(crypto, topic, message, opts)
      const signsIn = this.#signInOf(topic)
      const responder = payload && (signsIn === undefined ? responderIn(payload) : signerOf(payload, message))
      if (responder === undefined) return payload
      const pairing = signsIn ?? topic
      const first = this.#first.get(pairing)
      if (!first) {
        const proposal = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === pairing)
        if (proposal) this.#first.set(pairing, { self: proposal.proposer.publicKey, responder })
      } else if (first.responder !== responder) {
        await this.#refuse(first.self, responder)
        throw new Error('Another wallet settled this pairing first')
      }
      return payload
    }
    return () => {
      crypto.decode = decode
    }
  }

  /** Returns the pairing whose sign-in request is answered on a topic. */
  #signInOf(topic: string): string | undefined {
    const { client } = this.#options
    const all = canSignIn(client) ? client.auth.pairingTopics.getAll() : []
    return all.find((one) => one.topic === topic)?.pairingTopic
  }

  async #refuse(self: string, responder: string): Promise<void> {
    const { client, owed, log } = this.#options
    const { crypto } = client.core
    try {
      const topic = await crypto.generateSharedKey?.(self, responder)
      if (topic === undefined) return
      await owed.add(topic)
      await crypto.deleteSymKey(topic)
      owed.send()
    } catch (error) {
      log.debug("Couldn't end a second wallet's session", error)
    }
  }
}

/** Returns the key of the wallet that accepts a proposal. */
function responderIn({ method, result }: Envelope): string | undefined {
  const { responderPublicKey } = method === undefined && isObject(result) ? result : {}
  return typeof responderPublicKey === 'string' && /^[0-9a-f]{64}$/i.test(responderPublicKey)
    ? responderPublicKey
    : undefined
}

/** Returns the key of the wallet that signs in. This is the sender's key. */
function signerOf({ method, result }: Envelope, message: string): string | undefined {
  return method === undefined && isObject(result) && 'cacaos' in result ? senderKeyOf(message) : undefined
}
