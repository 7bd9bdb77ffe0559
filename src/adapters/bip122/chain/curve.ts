import * as secp256k1 from '@bitcoinerlab/secp256k1'
import { initEccLib } from 'bitcoinjs-lib'

/**
 * The curve, in plain JavaScript. bitcoinjs-lib knows of none until it is told, once for the whole library; telling it again
 * changes nothing.
 */
export function curve(): typeof secp256k1 {
  initEccLib(secp256k1)
  return secp256k1
}
