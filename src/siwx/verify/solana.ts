import { offchainMessages } from '../../core/chain/solana-offchain.ts'
import { solanaKey } from '../account.ts'
import { fromBase58, utf8 } from './bytes.ts'
import { isSignedEd25519 } from './ed25519.ts'
import type { Verify } from './proof.ts'

/**
 * Verifies a signature of the address's ed25519 key. The signed bytes are the text itself, or the form that hardware wallets
 * sign.
 */
export const verifySolana: Verify = ({ text, signature, scheme, address }) => {
  const bytes = fromBase58(signature)
  const key = solanaKey(address)
  if ((scheme !== undefined && scheme !== 'ed25519') || !bytes || !key) return false
  const message = utf8(text)
  return [message, ...offchainMessages(message, key)].some((signed) => isSignedEd25519(signed, bytes, key))
}
