import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'
import { profiles } from '../../core/sign-in/sign-in-profiles.ts'
import { signInText } from '../../core/sign-in/sign-in-text.ts'
import { sameBytes } from './wire.ts'

/** The input of `solana:signIn` 1.0.0: `SolanaSignInInput` of @solana/wallet-standard-features. */
export interface SignInInput extends Omit<SignInFields, 'accountAddress' | 'chainId'> {
  readonly address: string
  /** The network in the form of the message: `mainnet`, `devnet`, `testnet`, or a CAIP-2 id. */
  readonly chainId: string
}

/**
 * Returns the sign-in fields for a wallet that builds the message itself. Returns undefined if the wallet's text would differ
 * from `message`, for example because the host uses its own wording or another account.
 */
export function signInInput(
  fields: SignInFields,
  message: Uint8Array,
  address: string,
): SignInInput | undefined {
  const { domain, accountAddress, statement, uri, version, chainId, nonce } = fields
  const { issuedAt, expirationTime, notBefore, requestId, resources } = fields
  const all = {
    ...{ domain, statement, uri, version, nonce, issuedAt },
    ...{ expirationTime, notBefore, requestId, resources },
  }
  // Wallets leave out the lines of empty fields. So leave out these fields.
  const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as unknown as typeof all
  const { solana } = profiles
  const text = new TextEncoder().encode(signInText(solana, { ...said, accountAddress, chainId }))
  if (accountAddress !== address || !sameBytes(text, message)) return undefined
  return { ...said, address, chainId: solana.nameOf(chainId) }
}
