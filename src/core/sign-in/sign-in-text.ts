import type { CaipNetworkId } from '../chain/caip.ts'
import type { SignInFields } from './sign-in-fields.ts'
import type { Profile } from './sign-in-profiles.ts'

/** The lines after the statement, in order. A line without a value is left out. */
export const signInLabels = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const satisfies readonly (readonly [string, keyof SignInFields])[]

/** Returns the text of a sign-in message in its family's wording. Doesn't validate the fields. */
export function signInText(
  {
    namespace,
    account,
    nameOf,
  }: Pick<Profile, 'namespace' | 'account'> & {
    readonly nameOf: (chain: CaipNetworkId) => string | undefined
  },
  fields: SignInFields & { readonly scheme?: string | undefined },
): string {
  const { scheme, domain, accountAddress, chainId, statement, resources } = fields
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`
  const head = [`${origin} wants you to sign in with your ${account} account:`, accountAddress, '']
  if (statement !== undefined) head.push(statement, '')
  else if (namespace === 'eip155') head.push('')
  const body = signInLabels.flatMap(([label, field]) => {
    const value = field === 'chainId' ? nameOf(chainId) : fields[field]
    return value === undefined ? [] : [`${label}: ${value}`]
  })
  const list = resources && ['Resources:', ...resources.map((one) => `- ${one}`)]
  return [...head, ...body, ...(list ?? [])].join('\n')
}
