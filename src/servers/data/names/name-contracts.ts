import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '../../../core/chain/caip.ts'
import { AbiReader, encodeCall } from '../abi.ts'
import { type NodeCalls, NodeFailure } from '../node-calls.ts'
import type { WireProfile } from '../wire.ts'
import { addressText } from './coin-types.ts'
import { dnsEncoded } from './name-rules.ts'

export interface NewName {
  readonly name: string
  readonly addresses: readonly { readonly coinType: number; readonly bytes: Uint8Array }[]
  /** Text records (EIP-634). */
  readonly texts: readonly (readonly [key: string, value: string])[]
}

/** Selectors of the contracts in `src/devnet/contracts/names`. */
const selectors = {
  service: 'd598d4c9',
  operator: '570ca735',
  profile: '7c7d82fb',
  register: 'fcea7d0b',
  reverse: '5d78a217',
} as const
/** How long to wait until a transaction is mined, and how often to check this, in ms. */
const mining = { limit: 10_000, every: 20 } as const

/**
 * Reads and registers names on a chain. The universal resolver (the contract that viem also calls) returns primary names, and the
 * address of the contract for profiles and registrations. The node signs registrations with the operator's key.
 */
export class NameContracts {
  readonly #node: NodeCalls
  readonly #universal: Hex
  #service: Promise<Hex> | undefined
  #registering: Promise<unknown> = Promise.resolve()

  /** @param universal The address of the universal resolver. */
  constructor(node: NodeCalls, universal: Hex) {
    this.#node = node
    this.#universal = universal
  }

  /** Returns a name's profile; undefined if the name isn't registered. @throws NodeFailure */
  async profile(name: string, signal?: AbortSignal): Promise<WireProfile | undefined> {
    const [found] = await this.profiles([name], signal)
    return found
  }

  /** Returns the profiles in the order of the names. @throws NodeFailure */
  async profiles(
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (WireProfile | undefined)[]> {
    const to = await this.#serviceAddress()
    const calls = names.map((name) => call(to, encodeCall(selectors.profile, [dnsEncoded(name)])))
    const outcomes = await this.#node.all<Hex>(calls, signal)
    return outcomes.map((outcome, at) => {
      if ('error' in outcome) throw new NodeFailure(outcome.error)
      return profileFrom(names[at] ?? '', outcome.result)
    })
  }

  /**
   * Returns the primary name of an address; undefined if it has none, or if the name resolves to another address.
   * @throws NodeFailure
   */
  async primaryName(
    { coinType, bytes }: NewName['addresses'][number],
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const data = encodeCall(selectors.reverse, [bytes, BigInt(coinType)])
    const [outcome] = await this.#node.all<Hex>([call(this.#universal, data)], signal)
    if (!outcome || 'error' in outcome) return undefined
    return readable(() => AbiReader.of(outcome.result).text(0)) || undefined
  }

  /**
   * Registers a name. Resolves when the transaction is mined. Resolves with false if the transaction failed, for example because
   * another client registered the name first.
   * @throws NodeFailure
   */
  register(wanted: NewName): Promise<boolean> {
    // Concurrent transactions of one key would get the same nonce.
    const registering = this.#registering.catch(() => {}).then(() => this.#register(wanted))
    this.#registering = registering
    return registering
  }

  async #register({ name, addresses, texts }: NewName): Promise<boolean> {
    const to = await this.#serviceAddress()
    const from = wordAddress(
      await this.#node.call<Hex>('eth_call', [{ to, data: `0x${selectors.operator}` }, 'latest']),
    )
    const data = encodeCall(selectors.register, [
      dnsEncoded(name),
      // A wildcard name (`*.…`) can't be a primary name. So the contract gets an empty text for the reverse record.
      name.startsWith('*.') ? '' : name,
      { list: addresses.map(({ coinType }) => BigInt(coinType)) },
      { list: addresses.map(({ bytes }) => bytes) },
      { list: texts.map((pair) => ({ tuple: pair })) },
    ])
    const hash = await this.#node.call<Hex>('eth_sendTransaction', [{ from, to, data }])
    for (let waited = 0; waited < mining.limit; waited += mining.every) {
      const receipt = await this.#node.call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
      if (receipt) return receipt.status === '0x1'
      await sleep(mining.every)
    }
    throw new NodeFailure('No block came for the registration')
  }

  #serviceAddress(): Promise<Hex> {
    this.#service ??= this.#node
      .call<Hex>('eth_call', [{ to: this.#universal, data: `0x${selectors.service}` }, 'latest'])
      .then(wordAddress)
      .catch((error: unknown) => {
        this.#service = undefined
        throw error
      })
    return this.#service
  }
}

function call(to: Hex, data: Hex) {
  return { method: 'eth_call', params: [{ to, data }, 'latest'] }
}

function wordAddress(word: Hex): Hex {
  if (word.length !== 66) throw new NodeFailure('There are no name contracts on this chain')
  return `0x${word.slice(-40)}`
}

function profileFrom(name: string, answer: Hex): WireProfile | undefined {
  return readable(() => {
    const reader = AbiReader.of(answer)
    const registered = reader.number(0)
    if (registered === 0) return undefined
    const coinTypes = reader.list(2, (list, at) => list.number(at))
    const addresses = reader.list(3, (list, at) => list.bytes(at))
    const created = reader.list(4, (list, at) => list.number(at))
    const [avatar, bio] = [reader.text(5), reader.text(6)]
    return {
      name,
      registered,
      updated: reader.number(1),
      addresses: Object.fromEntries(
        coinTypes.map((coinType, at) => [
          coinType,
          {
            address: addressText(coinType, addresses[at] ?? new Uint8Array()),
            created: created[at] ?? registered,
          },
        ]),
      ),
      attributes: avatar || bio ? [{ ...(avatar && { avatar }), ...(bio && { bio }) }] : [],
    }
  })
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new NodeFailure(`The answer of the name contracts can't be read: ${String(error)}`)
  }
}
