import { solanaKey } from '../account.ts'
import { fromBase58, utf8 } from './bytes.ts'
import { isSignedEd25519 } from './ed25519.ts'
import type { Verify } from './proof.ts'

/** The bare text, by the key that is the address. */
export const verifySolana: Verify = ({ text, signature, scheme, address }) => {
  const bytes = fromBase58(signature)
  const key = solanaKey(address)
  if ((scheme !== undefined && scheme !== 'ed25519') || !bytes || !key) return false
  return isSignedEd25519(utf8(text), bytes, key)
}
