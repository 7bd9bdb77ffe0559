import { ed25519 } from '@noble/curves/ed25519'
import { unlessThrown } from './bytes.ts'

/**
 * Verifies a signature strictly by RFC 8032: `s` must be reduced, points must be canonical, and neither the key nor the nonce
 * point may have a small order.
 */
export function isSignedEd25519(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return (
    unlessThrown(() => {
      const isSmall = ed25519.ExtendedPoint.fromHex(signature.subarray(0, 32)).isSmallOrder()
      return !isSmall && ed25519.verify(signature, message, key, { zip215: false })
    }) ?? false
  )
}
