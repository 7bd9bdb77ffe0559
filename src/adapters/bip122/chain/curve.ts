import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { initEccLib } from 'bitcoinjs-lib'

/**
 * Returns secp256k1 in plain JavaScript. Also registers it with bitcoinjs-lib, which has no curve of its own. A second call
 * changes nothing.
 */
export function curve(): typeof secp256k1 {
  initEccLib(secp256k1)
  return secp256k1
}
