import type { SignInFields } from '../../core/sign-in-fields.ts'
import { profiles } from '../../core/sign-in-profiles.ts'
import { signInText } from '../../core/sign-in-text.ts'
import { sameBytes } from './wire.ts'

/** What `solana:signIn` takes, in version 1.0.0: `SolanaSignInInput` of @solana/wallet-standard-features. */
export interface SignInInput extends Omit<SignInFields, 'accountAddress' | 'chainId'> {
  readonly address: string
  /** As the text has it: `mainnet`, `devnet`, `testnet`, or a CAIP-2 id. */
  readonly chainId: string
}

/**
 * The fields of a message for a wallet that makes the text of them itself. Undefined where that is not this message, such as
 * one that a host words in its own way, or is of another account: no wallet could sign it by its fields.
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
  // Wallets have no line for what is empty.
  const said = Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as unknown as typeof all
  const { solana } = profiles
  const text = new TextEncoder().encode(signInText(solana, { ...said, accountAddress, chainId }))
  if (accountAddress !== address || !sameBytes(text, message)) return undefined
  return { ...said, address, chainId: solana.nameOf(chainId) }
}
