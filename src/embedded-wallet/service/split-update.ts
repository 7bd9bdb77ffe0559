import type { WalletUpdate } from '../../core/wallet/wallet-service.ts'

/** A passkey that the visitor has just used, with the public key that its secret gives to confirm devices. */
export interface UsedPasskey {
  /** The credential's id, base64url. */
  readonly id: string
  /** The Ed25519 public key, base64url. */
  readonly confirmKey: string
}

/** The body of `PUT /api/wallet`. */
export interface SplitUpdate extends WalletUpdate {
  /**
   * The former split that comes back. The service refuses it with `wallet/other-version` unless its share is the update's. The
   * passkey of that split comes back with it, in one step.
   */
  readonly former?: { readonly version: number; readonly passkey?: UsedPasskey | undefined } | undefined
}
