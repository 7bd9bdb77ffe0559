import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha256'
import { base64urlnopad } from '@scure/base'
import type { OpenedPasskey } from './passkey.ts'

/**
 * The key with which a passkey confirms a new browser. Only the passkey's secret yields the private key; the service knows the
 * public key.
 */
export interface PasskeyConfirmation {
  /** The Ed25519 public key, base64url. */
  readonly publicKey: string
  /** Returns the signature, base64url. */
  sign(text: string): string
  /** Wipes the key. */
  end(): void
}

/** Derives the key. Does not wipe the passkey's secret. */
export async function passkeyConfirmation({ secret }: OpenedPasskey): Promise<PasskeyConfirmation> {
  const { ed25519 } = await import('@noble/curves/ed25519')
  const seed = hkdf(sha256, secret, undefined, 'wallet passkey confirmation 1', 32)
  return {
    publicKey: base64urlnopad.encode(ed25519.getPublicKey(seed)),
    sign: (text) => base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), seed)),
    end: () => void seed.fill(0),
  }
}
