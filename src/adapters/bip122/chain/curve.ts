import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { initEccLib } from 'bitcoinjs-lib'

/**
 * The curve secp256k1, in plain JavaScript. bitcoinjs-lib has no curve of its own and must be given one, once for the whole
 * library; giving it again changes nothing.
 */
export function curve(): typeof secp256k1 {
  initEccLib(secp256k1)
  return secp256k1
}
