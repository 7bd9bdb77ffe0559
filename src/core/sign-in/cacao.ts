import { isCaipAddress, parseCaipAddress } from '../chain/caip-10.ts'
import { type Grants, readRecap, recapOf } from './recap.ts'
import type { Cacao } from './sign-in.ts'
import type { SignInFields } from './sign-in-fields.ts'

/**
 * Returns the fields of the text that was signed for a CACAO (CAIP-74). Returns undefined if the CACAO's issuer isn't an account,
 * or if its recap (the granted rights, ERC-5573) can't be read.
 */
export function fieldsOfCacao(p: Cacao['p']): SignInFields | undefined {
  const account = typeof p.iss === 'string' && p.iss.startsWith(issuer) ? p.iss.slice(issuer.length) : ''
  if (!isCaipAddress(account)) return undefined
  const { networkId: chainId, address: accountAddress } = parseCaipAddress(account)
  const recap = recapOf(p.resources)
  const grants = recap === undefined ? undefined : readRecap(recap)
  if (recap !== undefined && !grants) return undefined
  const said = p.statement || undefined
  return {
    ...{ domain: p.domain, accountAddress, chainId, uri: p.aud, nonce: p.nonce, version: p.version ?? '' },
    ...{ issuedAt: p.iat, resources: p.resources ?? undefined },
    statement: grants ? withGrants(said, grants) : said,
    // Leave out empty fields, because wallets omit them from the text.
    ...{ expirationTime: p.exp || undefined, notBefore: p.nbf || undefined },
    requestId: p.requestId || undefined,
  }
}

const issuer = 'did:pkh:'
const granting = 'I further authorize the stated URI to perform the following actions on my behalf: '

/**
 * Returns the statement, followed by the rights that the recap grants (ERC-5573). The wording is that of WalletConnect's
 * `formatAuthMessage`, version 2.21.
 */
function withGrants(said: string | undefined, grants: Grants): string {
  if (said?.includes(granting)) return said
  let count = 0
  const sentences = Object.entries(grants).map(([resource, abilities]) => {
    const byNamespace = new Map<string, string[]>()
    const named = Object.keys(abilities).map((ability) => ability.split('/'))
    for (const [namespace = '', action = ''] of named.sort(([, a = ''], [, b = '']) => a.localeCompare(b)))
      byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), action])
    const parts = [...byNamespace].map(
      ([namespace, actions]) => `(${++count}) '${namespace}': '${actions.join("', '")}' for '${resource}'.`,
    )
    // Replace only the first `.,`, as `formatAuthMessage` does after it has joined the sentences with commas. The text must equal
    // the text that the wallet signed.
    return parts.join(', ').replace('.,', '.')
  })
  return `${said ? `${said} ` : ''}${granting}${sentences.join(' ')}`
}
