import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { ErrorCodeOf } from '../../core/errors/catalogue.ts'
import { HttpError, isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { readRecord } from '../../core/json/read-record.ts'
import { readList, readObject, readText } from '../../core/json/readers.ts'
import { cacheLifetimes } from '../../core/limits.ts'
import { timedCache } from '../../core/timed-cache.ts'
import type { CallOptions } from '../../ports.ts'
import { type DataRequests, type DataServiceOptions, inPath } from './data-requests.ts'

/** A name and its addresses by coin type (ENSIP-9). */
export interface Profile {
  /** The name that the service returned. It isn't validated. */
  readonly name: string
  readonly addresses: ReadonlyMap<number, string>
  /** The `https` URL of the avatar. It isn't cached. */
  readonly avatar?: string | undefined
}

export interface NameSuggestion {
  /** The name that the service returned. It isn't validated. */
  readonly name: string
  /** Whether the name already has an owner. */
  readonly registered: boolean
}

export interface Identity {
  /** The name that the service returned. It isn't validated. */
  readonly name: string | undefined
  /** The `https` URL of the avatar. */
  readonly avatar: string | undefined
}

export interface NameRegistration {
  readonly account: CaipAddress
  readonly coinType: number
  /** The signed message. It is JSON that contains the name. */
  readonly message: string
  readonly signature: string
}

/**
 * Finds the accounts of names, and the names of accounts. On an unsupported network, there are no results. If the service refuses
 * a call, the `details` of a `name/…` error contain the service's message.
 */
export interface ProfileService {
  /** Returns the addresses of a name. Resolves with undefined if the name isn't registered. @throws `name/resolve-failed` */
  resolve(name: string, network: CaipNetworkId, opts?: CallOptions): Promise<Profile | undefined>
  /** Returns the names of an address. The names are cached for 5 minutes. @throws `name/reverse-failed` */
  namesOf(account: CaipAddress, sender: string, opts?: CallOptions): Promise<readonly Profile[]>
  /** Returns the account's name and avatar. Both are cached for 5 minutes. */
  identity(account: CaipAddress, sender: string, opts?: CallOptions): Promise<Identity>
  /** @throws `name/suggestions-failed` */
  suggestions(
    name: string,
    zone: string,
    network: CaipNetworkId,
    opts?: CallOptions,
  ): Promise<readonly NameSuggestion[]>
  /** Sends the registration once. @throws `name/register-failed` */
  register(name: string, registration: NameRegistration, opts?: CallOptions): Promise<void>
}

/** The maximum length of a refusal message, in characters. */
const longestReason = 200

/** Reads profiles from the cache. In the cache, the addresses are an object, because JSON has no maps. */
const readNames = readObject({
  names: readList(
    readObject({
      name: readText,
      addresses: readRecord<string, string>((coinType) => /^\d{1,10}$/.test(coinType), readText),
    }),
    50,
    ({ name }) => name,
  ),
})
const readIdentity = readObject({}, { name: readText, avatar: readText })

export function createProfiles(
  { supports, get, post }: DataRequests,
  { answers, store, clock }: Pick<DataServiceOptions, 'answers' | 'store' | 'clock'>,
): ProfileService {
  const names = timedCache(store, clock, 'nameCache', cacheLifetimes.name, readNames)
  const identities = timedCache(store, clock, 'identityCache', cacheLifetimes.identity, readIdentity)

  /** Runs a call. If it fails, throws an error with the given code, except that `flow/aborted` stays as it is. */
  async function withErrorCode<T>(
    code: ErrorCodeOf<'name'>,
    values: { readonly name?: string },
    call: () => Promise<T>,
  ): Promise<T> {
    try {
      return await call()
    } catch (cause) {
      if (isLatchkeyError(cause, 'flow/aborted')) throw cause
      const response = cause instanceof HttpError ? cause.response : undefined
      const body: unknown = await response
        ?.clone()
        .json()
        .catch(() => undefined)
      throw latchkeyError(code, {
        values,
        cause,
        details: tokenSymbol(answers.refusal(body), longestReason) || undefined,
      })
    }
  }

  return {
    resolve: (name, network, opts) =>
      withErrorCode('name/resolve-failed', {}, async () => {
        if (!(await supports(network, opts))) return undefined
        try {
          return await get(`v1/profile/account/${inPath(name)}`, { apiVersion: 2 }, answers.profile, opts)
        } catch (error) {
          if (error instanceof HttpError && error.status === 404) return undefined
          throw error
        }
      }),
    namesOf: (account, sender, opts) =>
      withErrorCode('name/reverse-failed', {}, async () => {
        const { networkId, address } = parseCaipAddress(account)
        const known = names.get(account)
        if (known) return known.names.map(profileFrom)
        if (!(await supports(networkId, opts))) return []
        const path = `v1/profile/reverse/${inPath(address)}`
        const found = await get(path, { sender, apiVersion: 2 }, answers.profiles, opts)
        names.set(account, { names: found.map(storedFrom) })
        return found
      }),
    async identity(account, sender, opts) {
      const { networkId, address } = parseCaipAddress(account)
      const known = identities.get(account)
      if (known) return { name: known.name, avatar: known.avatar }
      if (!(await supports(networkId, opts))) return { name: undefined, avatar: undefined }
      const found = await get(`v1/identity/${inPath(address)}`, { sender }, answers.identity, opts)
      const avatar = /^https:\/\/[^/]/.test(found.avatar ?? '') ? (found.avatar ?? undefined) : undefined
      const identity = { name: found.name || undefined, avatar }
      identities.set(account, identity)
      return identity
    },
    suggestions: (name, zone, network, opts) =>
      withErrorCode('name/suggestions-failed', {}, async () =>
        (await supports(network, opts))
          ? get(`v1/profile/suggestions/${inPath(name)}`, { zone }, answers.suggestions, opts)
          : [],
      ),
    register: (name, { account, coinType, message, signature }, opts) =>
      withErrorCode('name/register-failed', { name }, async () => {
        const { address } = parseCaipAddress(account)
        const body = { coin_type: coinType, address, message, signature }
        // Any successful response means that the name is registered.
        await post('v1/profile/account', body, () => null, opts)
        const own = storedFrom({ name, addresses: new Map([[coinType, address]]) })
        names.set(account, { names: [own, ...(names.get(account)?.names ?? [])] })
        identities.set(account, { ...identities.get(account), name })
      }),
  }
}

type StoredName = NonNullable<ReturnType<typeof readNames>>['names'][number]

function profileFrom({ name, addresses }: StoredName): Profile {
  const entries = Object.entries(addresses).flatMap(([coinType, address]) =>
    address ? [[Number(coinType), address] as const] : [],
  )
  return { name, addresses: new Map(entries) }
}

function storedFrom({ name, addresses }: Profile): StoredName {
  return { name, addresses: Object.fromEntries(addresses) }
}
