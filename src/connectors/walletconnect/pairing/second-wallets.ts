import { isObject } from '../../../core/json/check.ts'
import type { Logger, Unsubscribe } from '../../../ports.ts'
import type { Envelope, SignClient } from '../library/library.ts'
import type { OwedEnds } from '../library/owed-ends.ts'

export interface SecondWalletsOptions {
  readonly client: SignClient
  readonly owed: Pick<OwedEnds, 'add' | 'send'>
  readonly log: Pick<Logger, 'debug'>
}

/** The wallet that answered a pairing, by the keys of its session. */
interface First {
  readonly self: string
  readonly responder: string
}

/**
 * Ends the session of a second wallet that settles the same pairing, since two wallets can scan one code. If the second
 * wallet answers early, the library would drop the first session. If it answers late, the library would ignore it, and
 * that wallet would show a session that this page doesn't have.
 */
export class SecondWallets {
  readonly #options: SecondWalletsOptions
  /** By pairing topic. */
  readonly #first = new Map<string, First>()

  constructor(options: SecondWalletsOptions) {
    this.#options = options
  }

  /** Reads answers before the library does, until released. */
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
      const responder = payload && responderIn(payload)
      if (responder === undefined) return payload
      const first = this.#first.get(topic)
      if (!first) {
        const proposal = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic)
        if (proposal) this.#first.set(topic, { self: proposal.proposer.publicKey, responder })
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

/** The key of the wallet that accepts a proposal. */
function responderIn({ method, result }: Envelope): string | undefined {
  const { responderPublicKey } = method === undefined && isObject(result) ? result : {}
  return typeof responderPublicKey === 'string' && /^[0-9a-f]{64}$/i.test(responderPublicKey)
    ? responderPublicKey
    : undefined
}
