import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { isObject } from '../../../core/json/is-object.ts'
import { fieldsOfCacao } from '../../../core/sign-in/cacao.ts'
import { grantsOf, withoutRecap, writeRecap } from '../../../core/sign-in/recap.ts'
import type { Cacao, SignInMessage, SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { SignInFields } from '../../../core/sign-in/sign-in-fields.ts'
import { profiles } from '../../../core/sign-in/sign-in-profiles.ts'
import { signInText } from '../../../core/sign-in/sign-in-text.ts'
import { mostSignIns } from '../../../core/wallet-limits.ts'
import type { Scope } from '../namespaces.ts'

const issuer = 'did:pkh:'

/** Returns the CACAOs (CAIP-74) in a wallet's answer. Returns undefined for anything else. */
export function cacaosIn(value: unknown): readonly Cacao[] | undefined {
  const few = Array.isArray(value) && value.length > 0 && value.length <= mostSignIns
  return few && value.every(isCapsule) ? value : undefined
}

function isCapsule(value: unknown): value is Cacao {
  if (!isObject(value)) return false
  const { h, p, s } = value
  if (!isObject(h) || !isObject(p) || !isObject(s)) return false
  const { resources = [] } = p
  const texts = [h.t, s.t, s.s, p.domain, p.aud, p.nonce, p.iss]
  const optional = [p.version, p.iat, p.nbf, p.exp, p.statement, p.requestId]
  return (
    texts.every((text) => typeof text === 'string') &&
    optional.every((text) => text === undefined || typeof text === 'string') &&
    Array.isArray(resources) &&
    resources.every((text) => typeof text === 'string') &&
    /^did:pkh:eip155:\d{1,32}:0x[0-9a-fA-F]{40}$/.test(p.iss as string)
  )
}

/**
 * Returns the scope of the session that these CACAOs grant. The accounts are those that signed. The networks are those of the
 * signature and of its recap, which is the list of rights in the signed message (ERC-5573). The methods are those of the recap.
 * Returns undefined if there is no recap, because the wallet creates no session without one.
 */
export function scopeOf(cacaos: readonly Cacao[]): (Scope & { readonly accounts: string[] }) | undefined {
  const chains = new Set<string>()
  const accounts = new Set<string>()
  const methods = new Set<string>()
  for (const { p } of cacaos) {
    const { networkId, address } = parseCaipAddress(p.iss.slice(issuer.length))
    const { eip155: abilities = {} } = grantsOf(p.resources)
    for (const ability of Object.keys(abilities)) methods.add(ability.slice(ability.indexOf('/') + 1))
    for (const chain of [networkId, ...Object.values(abilities).flatMap(chainsOf)]) {
      chains.add(chain)
      accounts.add(`${chain}:${address}`)
    }
  }
  if (methods.size === 0) return undefined
  const lists = { chains: [...chains], accounts: [...accounts], methods: [...methods] }
  return { ...lists, events: ['chainChanged', 'accountsChanged'] }
}

function chainsOf(limits: readonly unknown[]): readonly string[] {
  return limits.flatMap((limit) => {
    const chains = isObject(limit) && Array.isArray(limit.chains) ? limit.chains : []
    return chains.filter((chain) => typeof chain === 'string')
  })
}

/**
 * Returns the sign-ins in these CACAOs. Sign-in messages require addresses with an EIP-55 checksum. If the wallet's address has
 * no checksum, returns no sign-ins, and the visitor signs in after connecting. Checks only that the wallet signed the requested
 * message. The sign-in store verifies the signatures.
 * @throws `siwx/changed-message`
 */
export function signInsOf(cacaos: readonly Cacao[], message: SignInMessage): readonly SignInSession[] {
  const sessions = cacaos.map((cacao) => {
    const { p, s } = cacao
    const fields = fieldsOfCacao(p)
    if (!fields || !matches(p, fields, message)) throw latchkeyError('siwx/changed-message')
    const data = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const text = signInText(profiles.eip155, fields)
    return { data: data as unknown as SignInFields, message: text, signature: s.s, cacao }
  })
  return sessions.every(({ data }) => isSpelled(data.accountAddress)) ? sessions : []
}

/** Returns whether the address has the checksum of EIP-55. An address with letters of only one case has no checksum. */
function isSpelled(address: string): boolean {
  const hex = address.slice(2)
  return !/[a-f]/i.test(hex) || (hex !== hex.toLowerCase() && hex !== hex.toUpperCase())
}

/**
 * Returns whether a CACAO is for the requested message. The wallet may add a recap, which is the last resource and changes the
 * statement. Besides methods, the recap may grant only what the host's own recap grants.
 */
function matches(
  p: Cacao['p'],
  fields: SignInFields,
  { statement, resources = [], ...asked }: SignInMessage,
): boolean {
  const own = withoutRecap(resources)
  const { eip155: _, ...grants } = grantsOf(p.resources)
  const known = grantsOf(resources)
  return (
    p.domain === asked.domain &&
    p.aud === asked.uri &&
    p.nonce === asked.nonce &&
    (p.version ?? '1') === asked.version &&
    !p.requestId &&
    (p.exp || undefined) === asked.expirationTime &&
    (p.nbf || undefined) === asked.notBefore &&
    fields.statement === fieldsOfCacao({ ...p, statement })?.statement &&
    p.resources?.length === own.length + 1 &&
    own.every((one, index) => p.resources?.[index] === one) &&
    Object.entries(grants).every(([resource, abilities]) =>
      Object.keys(abilities).every((ability) => known[resource]?.[ability] !== undefined),
    )
  )
}

/** Adds a recap for the methods to a message's resources. Merges it with the host's own recap. */
export function withMethods(
  resources: readonly string[] | undefined,
  methods: readonly string[],
): readonly string[] {
  const { eip155, ...others } = grantsOf(resources)
  const abilities = [...methods].sort().map((method) => [`request/${method}`, [{}]] as const)
  const grants = { ...others, eip155: { ...eip155, ...Object.fromEntries(abilities) } }
  return [...withoutRecap(resources ?? []), writeRecap(grants)]
}
