/** The input of `solana:signIn`, version 1.0.0 of @solana/wallet-standard-features. The wallet chooses the missing fields. */
export interface SolanaSignInInput {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/**
 * Returns the text that a wallet signs for Sign-In With Solana, as Phantom documents it. A page builds the text with its own
 * code, and compares it with the signed text.
 */
export function solanaSignInText(
  input: SolanaSignInInput & Required<Pick<SolanaSignInInput, 'domain' | 'address'>>,
): string {
  const { domain, address, statement, resources } = input
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ]
  const fields = lines.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  if (resources) fields.push(['Resources:', ...resources].join('\n- '))
  // The paragraphs: the domain and account, the statement, the fields.
  const paragraphs = [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    statement ?? '',
    fields.join('\n'),
  ]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}
