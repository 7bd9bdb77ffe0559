import { solanaKey } from '../account.ts'
import { fromBase58, utf8 } from './bytes.ts'
import { isSignedEd25519 } from './ed25519.ts'
import type { Verify } from './proof.ts'

/** Verifies an ed25519 signature of the bare text by the address's key. */
export const verifySolana: Verify = ({ text, signature, scheme, address }) => {
  const bytes = fromBase58(signature)
  const key = solanaKey(address)
  if ((scheme !== undefined && scheme !== 'ed25519') || !bytes || !key) return false
  return isSignedEd25519(utf8(text), bytes, key)
}
