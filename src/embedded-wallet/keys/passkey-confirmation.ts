import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha256'
import { base64urlnopad } from '@scure/base'
import type { OpenedPasskey } from './passkey.ts'

/**
 * A key with which a passkey confirms a new browser. The private key is derived from the passkey's secret. The service knows
 * only the public key.
 */
export interface PasskeyConfirmation {
  /** The Ed25519 public key in base64url. */
  readonly publicKey: string
  /** Returns the signature in base64url. */
  sign(text: string): string
  /** Overwrites the key in memory. */
  end(): void
}

/** Derives the key. Doesn't overwrite the passkey's secret in memory. */
export async function passkeyConfirmation({ secret }: OpenedPasskey): Promise<PasskeyConfirmation> {
  const { ed25519 } = await import('@noble/curves/ed25519')
  const seed = hkdf(sha256, secret, undefined, 'wallet passkey confirmation 1', 32)
  return {
    publicKey: base64urlnopad.encode(ed25519.getPublicKey(seed)),
    sign: (text) => base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), seed)),
    end: () => void seed.fill(0),
  }
}
