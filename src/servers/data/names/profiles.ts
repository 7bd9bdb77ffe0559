import { isAddressFormat } from '../../../core/chain/address.ts'
import { ethereumCoinType } from '../../../core/chain/coin-type.ts'
import { chainNamespaces } from '../../../core/chain/namespace.ts'
import { DataRefusal } from '../data-refusal.ts'
import type { NodeCalls } from '../node-calls.ts'
import { bodyOf, type DataRequest, param } from '../requests.ts'
import type { WireProfile } from '../wire.ts'
import { addressBytes, isEip155CoinType, mainCoinType } from './coin-types.ts'
import type { NameContracts } from './name-contracts.ts'
import { alternatives, normalizeName, problemOfLabel } from './name-rules.ts'
import { isSigned } from './signed-message.ts'

export interface NameSource {
  readonly contracts: NameContracts
  /** A node of the chain that holds the name contracts. */
  readonly node: NodeCalls
  /** The parent domain of registered names, such as `reown.id`. */
  readonly zone: string
  /** The coin types of the chains for which a registration also stores the signer's eip155 address. */
  readonly coinTypes: readonly number[]
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

/** The maximum difference in seconds between the signer's clock and the server's clock. */
const longestDrift = 300
const longestText = 500
/** The name of each text record in the API, and its ENS key. */
const texts = { avatar: 'avatar', bio: 'description' } as const

export class Profiles {
  readonly #source: NameSource

  constructor(source: NameSource) {
    this.#source = source
  }

  /** Answers `GET /v1/profile/account/{name}`. @throws DataRefusal 400 when the name isn't valid, 404 when it isn't registered. */
  async account(text: string, { signal }: DataRequest): Promise<WireProfile> {
    const name = normalizeName(text)
    if (name === undefined) throw new DataRefusal(400, 'name', `${text.slice(0, 100)} isn't a name`)
    const profile = await this.#source.contracts.profile(name, signal)
    if (profile) return profile
    throw new DataRefusal(404, 'name', `No account has the name ${name}`)
  }

  /** Answers `GET /v1/profile/reverse/{address}`. */
  async reverse(address: string, request: DataRequest): Promise<readonly WireProfile[]> {
    const profile = await this.#profileOf(address, request)
    return profile ? [profile] : []
  }

  /** Answers `GET /v1/identity/{address}`. */
  async identity(address: string, request: DataRequest) {
    const profile = await this.#profileOf(address, request)
    return { name: profile?.name ?? null, avatar: profile?.attributes[0]?.avatar ?? null }
  }

  /** Answers `GET /v1/profile/suggestions/{name}` with similar names. A flag marks the registered names. @throws DataRefusal */
  async suggestions(text: string, request: DataRequest) {
    const { zone, contracts } = this.#source
    const asked = param(request, 'zone') ?? zone
    if (asked !== zone) throw new DataRefusal(400, 'zone', `Names are registered under ${zone}`)
    const label = text.toLowerCase()
    if (!/^[a-z0-9-]{1,63}$/.test(label))
      throw new DataRefusal(400, 'name', 'A name must have only letters, digits and hyphens, at most 63')
    const names = alternatives(label).map((each) => `${each}.${zone}`)
    const found = await contracts.profiles(names, request.signal)
    return { suggestions: names.map((name, at) => ({ name, registered: found[at] !== undefined })) }
  }

  /** Answers `POST /v1/profile/account`: registers a name for the address that signed the message. @throws DataRefusal */
  async register(request: DataRequest): Promise<{ readonly success: true }> {
    const { contracts, node, coinTypes } = this.#source
    const { coin_type: coinType, address, message, signature } = bodyOf(request)
    if (!isWhole(coinType)) throw new DataRefusal(400, 'coin_type', 'It must be a coin type of ENSIP-11')
    const bytes = typeof address === 'string' ? addressBytes(coinType, address) : undefined
    if (!bytes || typeof address !== 'string')
      throw new DataRefusal(400, 'address', "It isn't an address of this coin type")
    if (typeof message !== 'string' || typeof signature !== 'string')
      throw new DataRefusal(400, 'message', 'message and signature must be texts')
    const { name, attributes } = this.#wanted(message)
    if (!(await isSigned({ coinType, address, message, signature }, node, request.signal)))
      throw new DataRefusal(400, 'signature', "It isn't a signature by the key of this address")
    if (await contracts.profile(name, request.signal)) throw taken(name)
    const owned = await contracts.primaryName({ coinType, bytes }, request.signal)
    if (owned !== undefined) throw new DataRefusal(400, 'address', `It has the name ${owned} already`)
    // An eip155 key controls the same address on every eip155 chain.
    const led = isEip155CoinType(coinType) ? [ethereumCoinType, ...coinTypes, coinType] : [coinType]
    const addresses = [...new Set(led)].map((each) => ({ coinType: each, bytes }))
    // The registration continues even if the client disconnects.
    if (await contracts.register({ name, addresses, texts: attributes })) return { success: true }
    throw taken(name)
  }

  #wanted(message: string) {
    const { zone, now } = this.#source
    let signed: Readonly<Record<string, unknown>> = {}
    try {
      signed = Object(JSON.parse(message))
    } catch {
      throw new DataRefusal(400, 'message', "It isn't JSON")
    }
    const { name, attributes = {}, timestamp } = signed
    if (!isWhole(timestamp) || Math.abs(now() / 1000 - timestamp) > longestDrift)
      throw new DataRefusal(400, 'timestamp', `It is not within ${longestDrift} s of now`)
    const whole = typeof name === 'string' ? name.toLowerCase() : ''
    if (!whole.endsWith(`.${zone}`)) throw new DataRefusal(400, 'name', `A name must end with .${zone}`)
    const problem = problemOfLabel(whole.slice(0, -zone.length - 1))
    if (problem !== undefined) throw new DataRefusal(400, 'name', problem)
    return { name: whole, attributes: textsOf(attributes) }
  }

  async #profileOf(address: string, { signal }: DataRequest): Promise<WireProfile | undefined> {
    const coinType = mainCoinType(address)
    const bytes = coinType === undefined ? undefined : addressBytes(coinType, address)
    if (coinType === undefined || !bytes) {
      // The address is valid, but accounts of its family can't have names.
      if (chainNamespaces.some((family) => isAddressFormat(family, address))) return undefined
      throw new DataRefusal(400, 'address', `${address.slice(0, 100)} isn't an address`)
    }
    const name = await this.#source.contracts.primaryName({ coinType, bytes }, signal)
    return name === undefined ? undefined : this.#source.contracts.profile(name, signal)
  }
}

function taken(name: string): DataRefusal {
  return new DataRefusal(400, 'name', `${name} is registered already`)
}

function textsOf(attributes: unknown): readonly (readonly [string, string])[] {
  return Object.entries(Object(attributes) as object).map(([key, value]) => {
    const known = Object.hasOwn(texts, key) ? texts[key as keyof typeof texts] : undefined
    if (known !== undefined && typeof value === 'string' && value.length <= longestText) return [known, value]
    throw new DataRefusal(
      400,
      'attributes',
      `They must be avatar and bio, each a text of at most ${longestText} characters`,
    )
  })
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
