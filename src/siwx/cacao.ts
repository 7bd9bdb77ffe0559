import { base64 } from '@scure/base'
import { isCaipAddress, parseCaipAddress } from '../core/chain/caip-10.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { Cacao, SignInMessage } from '../core/sign-in.ts'
import { invalidMessage } from './check-fields.ts'
import { formatSignInMessage } from './message.ts'

const kinds: readonly unknown[] = ['caip122', 'eip4361']
const signatures: readonly unknown[] = ['eip191', 'eip1271']
const issuer = 'did:pkh:'

/**
 * Compares a capsule with the text and the signature that came with it: its payload has to be written as that text.
 * @throws `siwx/invalid-message`, `siwx/wrong-chain`, `siwx/wrong-address` or `siwx/invalid-signature`.
 */
export function checkCacao(cacao: Cacao, message: SignInMessage, signature: string): void {
  const { h, p, s } = (cacao ?? {}) as Partial<Cacao>
  if (!p || !kinds.includes(h?.t)) throw invalidMessage('the capsule is not one of CAIP-74 with a message')
  const account = typeof p.iss === 'string' && p.iss.startsWith(issuer) ? p.iss.slice(issuer.length) : ''
  if (!isCaipAddress(account)) throw invalidMessage('the issuer of the capsule is no account')
  const { networkId, address } = parseCaipAddress(account)
  if (networkId !== message.chainId)
    throw latchkeyError('siwx/wrong-chain', { values: { value: message.chainId, expected: networkId } })
  if (address !== message.accountAddress)
    throw latchkeyError('siwx/wrong-address', {
      values: { value: message.accountAddress, expected: address },
    })
  const text = formatSignInMessage({
    ...{ domain: p.domain, accountAddress: address, chainId: networkId, uri: p.aud, nonce: p.nonce },
    ...{ version: p.version ?? '', issuedAt: p.iat, resources: p.resources ?? undefined },
    statement: withRecap(p.statement, p.resources),
    // What is empty is left out by those who make capsules.
    ...{ expirationTime: p.exp || undefined, notBefore: p.nbf || undefined },
    requestId: p.requestId || undefined,
  })
  if (text !== message.toString()) throw invalidMessage('the capsule says something else than the text')
  if (!signatures.includes(s?.t) || s?.s !== signature) throw latchkeyError('siwx/invalid-signature')
}

const recapPrefix = 'urn:recap:'
const granting = 'I further authorize the stated URI to perform the following actions on my behalf: '

/**
 * The statement with what the last resource grants, where that is a recap (ERC-5573), in the words of WalletConnect's
 * `formatAuthMessage`, version 2.21.
 */
function withRecap(
  statement: string | undefined,
  resources: readonly string[] | undefined,
): string | undefined {
  const last: unknown = Array.isArray(resources) ? resources.at(-1) : undefined
  const said = statement || undefined
  if (typeof last !== 'string' || !last.startsWith(recapPrefix) || said?.includes(granting)) return said
  const grants = Object.entries(recapOf(last.slice(recapPrefix.length)))
  let count = 0
  const sentences = grants.map(([resource, abilities]) => {
    const byNamespace = new Map<string, string[]>()
    const named = Object.keys(abilities as object).map((ability) => ability.split('/'))
    for (const [namespace = '', action = ''] of named.sort(([, a = ''], [, b = '']) => a.localeCompare(b)))
      byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), action])
    const parts = [...byNamespace].map(
      ([namespace, actions]) => `(${++count}) '${namespace}': '${actions.join("', '")}' for '${resource}'.`,
    )
    // They have a comma too many, and take out the first.
    return parts.join(', ').replace('.,', '.')
  })
  return `${said ? `${said} ` : ''}${granting}${sentences.join(' ')}`
}

/** The abilities by resource. */
function recapOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const padding = '='.repeat((4 - (text.length % 4)) % 4)
    const { att } = JSON.parse(new TextDecoder().decode(base64.decode(text + padding)))
    if (
      typeof att === 'object' &&
      att !== null &&
      Object.values(att).every((one) => typeof one === 'object' && one !== null)
    )
      return att
  } catch {
    // What follows says it.
  }
  throw invalidMessage('the recap of the capsule cannot be read')
}
