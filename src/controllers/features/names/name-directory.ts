import { throwIfAborted } from '../../../core/async/abort.ts'
import { type CaipNetworkId, caipAddress, parseCaipNetworkId } from '../../../core/chain/caip.ts'
import { coinTypesOf, ethereumCoinType } from '../../../core/chain/coin-type.ts'
import { type ChainNetwork, findNetwork, networksOf } from '../../../core/chain/network.ts'
import type { ErrorCode } from '../../../core/errors/catalogue.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { nameLimits } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions } from '../../../ports.ts'
import type { Profile } from '../../../services/data/profiles.ts'
import type { NamesDeps, NamesParts, NetworkOptions, ResolvedName } from './names.ts'

type Deps = Pick<NamesDeps, 'network' | 'adapters' | 'account' | 'options'>

const ownErrors: readonly ErrorCode[] = [
  'flow/aborted',
  'name/resolve-failed',
  'name/needs-gateway',
  'config/invalid-options',
]

/**
 * Resolves names. Some families have their own name service. On their networks, the family's name service resolves the names with
 * its suffix, such as `.sol`. The data service resolves the names with its own suffixes, and ENS resolves all other names.
 * Without the data service, ENS resolves the service's names too. Without a network with ENS, the service resolves the ENS names
 * too.
 */
export class NameDirectory {
  readonly #deps: Deps
  readonly #service: NamesParts['service']

  constructor(deps: Deps, { service }: NamesParts) {
    this.#deps = deps
    this.#service = service
  }

  /** The parent domain of the names that visitors register. */
  get zone(): string {
    return this.#deps.options.state.names?.zone ?? nameLimits.zone
  }

  async resolve(text: string, { network: id, signal }: NetworkOptions): Promise<ResolvedName> {
    const network = this.#target(id)
    const coinTypes = coinTypesOf(network.caipNetworkId)
    const family = await this.#familyLookup(network)
    if (family && this.#isOfFamily(family, text.trim(), network))
      return this.#resolveInFamily(family, text.trim(), network, { signal })
    const lookup = await this.#lookup()
    try {
      const name = await lookup.normalize(text.trim())
      const adapter = (await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter
      const found = /[^.]\.[^.]/.test(name)
        ? await this.#find(name, network, coinTypes, lookup, { signal })
        : undefined
      const address = found && adapter.normalizeAddress(found.address, network)
      const { avatar } = found ?? {}
      // The zero address is an empty record. A payment to the zero address would be lost.
      if (address && !/^0x0+$/.test(address))
        return { name, address, network: network.caipNetworkId, ...(avatar && { avatar }) }
    } catch (cause) {
      if (isLatchkeyError(cause) && ownErrors.includes(cause.code)) throw cause
      throw latchkeyError('name/resolve-failed', { cause })
    }
    throw latchkeyError('name/resolve-failed')
  }

  async reverse(text: string, { network: id, signal }: NetworkOptions): Promise<readonly string[]> {
    const network = this.#target(id)
    const adapter = (await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter
    const address = adapter.normalizeAddress(text, network)
    if (!address)
      throw latchkeyError('validation/invalid-address', {
        values: { reason: `${text} isn't a valid ${network.chainNamespace} address` },
      })
    const coinTypes = coinTypesOf(network.caipNetworkId)
    const family = await this.#familyLookup(network)
    const lookup = family ? await this.#ens() : await this.#lookup()
    try {
      const account = caipAddress(network.caipNetworkId, address)
      const leadsBack = ({ addresses }: Profile) =>
        coinTypes.some((one) => {
          const its = addresses.get(one)
          return its !== undefined && adapter.normalizeAddress(its, network) === address
        })
      const asked = this.#service?.namesOf(account, this.#sender(), { signal })
      // If the service fails, ENS names can still be resolved.
      let failure: unknown
      const known = await asked?.catch((cause: unknown) => {
        failure = cause
      })
      throwIfAborted(signal)
      const names = (known ?? []).filter(leadsBack).map(({ name }) => name)
      const own = this.#ensFor(network)
      if (names.length === 0 && own && lookup && network.chainNamespace === 'eip155') {
        const [coinType] = this.#coinTypesOn(own, network, coinTypes)
        const name =
          coinType === undefined ? undefined : await lookup.reverse(address, own, coinType, { signal })
        if (name) names.push(name)
      }
      const normal = lookup ? await normalizedOnly(names, lookup) : []
      if (normal.length > 0 || !family) {
        if (failure && names.length === 0) throw failure
        return normal
      }
      const [coinType = 0] = coinTypes
      const name = await family.reverse(address, network, coinType, { signal })
      if (failure && name === undefined) throw failure
      return name === undefined ? [] : [name]
    } catch (cause) {
      if (isLatchkeyError(cause, 'flow/aborted') || isLatchkeyError(cause, 'name/reverse-failed')) throw cause
      throw latchkeyError('name/reverse-failed', { cause })
    }
  }

  /**
   * Returns the link to the picture of one of the address's names (ENSIP-12). Returns undefined if there is no picture, or if the
   * name isn't from ENS.
   */
  async avatar(
    name: string,
    owner: string,
    { network: id, signal }: NetworkOptions,
    webLink: (link: string) => string | undefined,
  ): Promise<string | undefined> {
    const network = this.#target(id)
    const own = this.#ensFor(network)
    if (!own || network.chainNamespace !== 'eip155' || (this.#service && this.#isOfService(name)))
      return undefined
    return (await this.#ens())?.avatar?.(name, own, owner, webLink, { signal })
  }

  /**
   * Returns a text that describes an account, but that isn't the account's name (see `NameLookup.describe`). Returns undefined if
   * there is no such text.
   */
  async describe(text: string, { network: id, signal }: NetworkOptions): Promise<string | undefined> {
    const network = this.#target(id)
    const { names } = (await this.#deps.adapters.get(network.chainNamespace)) as ChainAdapter
    return names?.describe?.(text, network, { signal })
  }

  async #find(
    name: string,
    network: ChainNetwork,
    coinTypes: readonly number[],
    lookup: NameLookup<'eip155'>,
    opts: CallOptions,
  ): Promise<Pick<ResolvedName, 'address' | 'avatar'> | undefined> {
    const own = this.#ensFor(network)
    if (own && !(this.#service && this.#isOfService(name))) {
      for (const coinType of this.#coinTypesOn(own, network, coinTypes)) {
        const address = await lookup.resolve(name, own, coinType, opts)
        if (address) return { address }
      }
      return undefined
    }
    const profile = await this.#service?.resolve(name, network.caipNetworkId, opts)
    // Ignore an answer for another name, because it could redirect a payment.
    if (!profile || profile.name !== name) return undefined
    const [address] = coinTypes.flatMap((one) => profile.addresses.get(one) ?? [])
    return address === undefined ? undefined : { address, avatar: profile.avatar }
  }

  /**
   * Returns the name service of the network's own family, such as SNS on Solana. Returns undefined on eip155, which has ENS,
   * and for families without a name service.
   */
  async #familyLookup(network: ChainNetwork): Promise<NameLookup | undefined> {
    const { chainNamespace } = network
    if (chainNamespace === 'eip155') return undefined
    const { names } = (await this.#deps.adapters.get(chainNamespace)) as ChainAdapter
    return names?.suffixOn?.(network) === undefined ? undefined : names
  }

  #isOfFamily(lookup: NameLookup, text: string, network: ChainNetwork): boolean {
    const suffix = lookup.suffixOn?.(network) ?? ''
    return text.toLowerCase().endsWith(suffix) && !(this.#service && this.#isOfService(text.toLowerCase()))
  }

  async #resolveInFamily(
    lookup: NameLookup,
    text: string,
    network: ChainNetwork,
    opts: CallOptions,
  ): Promise<ResolvedName> {
    const [coinType = 0] = coinTypesOf(network.caipNetworkId)
    try {
      const name = await lookup.normalize(text)
      const address = await lookup.resolve(name, network, coinType, opts)
      if (address) return { name, address, network: network.caipNetworkId }
    } catch (cause) {
      if (isLatchkeyError(cause) && ownErrors.includes(cause.code)) throw cause
      throw latchkeyError('name/resolve-failed', { cause })
    }
    throw latchkeyError('name/resolve-failed')
  }

  #isOfService(name: string): boolean {
    const { zone, suffixes } = this.#deps.options.state.names ?? {}
    const endings = suffixes ?? [`.${this.zone}`, ...(zone === undefined ? [nameLimits.legacySuffix] : [])]
    return endings.some((ending) => name.endsWith(ending))
  }

  /** Returns the first network with ENS, in this order: the target network, the active network, mainnets, testnets. */
  #ensFor(target: ChainNetwork): ChainNetwork<'eip155'> | undefined {
    const { state, activeNetwork } = this.#deps.network
    const having = networksOf(state.requestedNetworks, 'eip155').filter(
      ({ contracts }) => contracts?.ensUniversalResolver,
    )
    const at = (network: ChainNetwork) =>
      having.find(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
    return at(target) ?? at(activeNetwork) ?? having.find(({ testnet }) => !testnet) ?? having[0]
  }

  /**
   * Returns the coin types to look up. For the network with the ENS contracts, also returns Ethereum's coin type: names store
   * their address on that network under this type.
   */
  #coinTypesOn(ens: ChainNetwork, target: ChainNetwork, coinTypes: readonly number[]): readonly number[] {
    if (ens.caipNetworkId !== target.caipNetworkId) return coinTypes
    return [...new Set([ethereumCoinType, ...coinTypes])]
  }

  /**
   * Finds the network.
   * @throws `network/not-requested`
   */
  #target(id: CaipNetworkId = this.#deps.network.activeNetwork.caipNetworkId): ChainNetwork {
    parseCaipNetworkId(id)
    const network = findNetwork(this.#deps.network.state.requestedNetworks, id)
    if (network) return network
    throw latchkeyError('network/not-requested', { values: { network: id } })
  }

  /** Returns ENS, or undefined for a client without `eip155()`. */
  async #ens(): Promise<NameLookup<'eip155'> | undefined> {
    const { adapters } = this.#deps
    return adapters.namespaces.includes('eip155') ? (await adapters.get('eip155')).names : undefined
  }

  /**
   * Returns ENS.
   * @throws `adapter/unsupported`
   */
  async #lookup(): Promise<NameLookup<'eip155'>> {
    const names = await this.#ens()
    if (names) return names
    const values = { capability: 'names', subject: 'a client without eip155()' }
    throw latchkeyError('adapter/unsupported', { values })
  }

  /** Returns the visitor's address, which the service requires as the sender. */
  #sender(): string {
    return this.#deps.account.active.address ?? ''
  }
}

/** Returns only the names that are in normalized form. A name in another form could look like a different name. */
async function normalizedOnly(
  names: readonly string[],
  lookup: NameLookup<'eip155'>,
): Promise<readonly string[]> {
  const normal = await Promise.all(names.map((name) => lookup.normalize(name).catch(() => undefined)))
  return [...new Set(names.filter((name, at) => name === normal[at]))]
}
