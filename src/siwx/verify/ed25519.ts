import { ed25519 } from '@noble/curves/ed25519'
import { unlessThrown } from './bytes.ts'

/** Verifies a signature strictly according to RFC 8032: `s` reduced, canonical points, and no key or nonce point of small order. */
export function isSignedEd25519(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== 64) return false
  return (
    unlessThrown(() => {
      const isSmall = ed25519.ExtendedPoint.fromHex(signature.subarray(0, 32)).isSmallOrder()
      return !isSmall && ed25519.verify(signature, message, key, { zip215: false })
    }) ?? false
  )
}
