import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha256'
import { base64, base64urlnopad } from '@scure/base'
import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import { RecoveryFault, type RecoveryFile } from './recovery-file.ts'

/** A passkey, with the secret that it returned after it verified the user. */
export interface OpenedPasskey {
  /** The credential id in base64url. */
  readonly id: string
  /** The secret: 32 bytes that only the passkey can compute (PRF extension, WebAuthn level 3, 10.1.4). */
  readonly secret: Uint8Array
}

const text = (value: string) => new TextEncoder().encode(value)
/** The input for the PRF extension. If it changed, stored shares couldn't be decrypted. */
const salt = text('wallet recovery share 1')
const prf = { prf: { eval: { first: salt } } } as AuthenticationExtensionsClientInputs

const noPrf = "This passkey can't hold a part of the key. Save the recovery file instead."

/**
 * Returns whether this browser supports passkeys. Whether a passkey can compute a secret (PRF) is known only after the passkey is
 * created.
 */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/**
 * Creates a passkey, at most one per user and authenticator.
 * @throws `RecoveryFault` if the authenticator doesn't support PRF or already has a passkey, or if the visitor cancels.
 */
export async function makePasskey(
  user: { readonly id: string; readonly name: string },
  known: readonly string[],
): Promise<OpenedPasskey> {
  const made = (await settled(
    navigator.credentials.create({
      publicKey: {
        rp: { id: location.hostname, name: location.hostname },
        user: { id: text(user.id), name: user.name, displayName: user.name },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        excludeCredentials: listed(known),
        extensions: prf,
      },
    }),
  )) as PublicKeyCredential
  const result = made.getClientExtensionResults().prf
  if (!result?.enabled) throw new RecoveryFault(noPrf)
  const id = base64urlnopad.encode(new Uint8Array(made.rawId))
  // Some authenticators return the secret only when the passkey is used again.
  const first = result.results?.first
  return first ? { id, secret: bytesOf(first) } : openPasskey([id])
}

/**
 * Uses one of the known passkeys.
 * @throws `RecoveryFault` if none is available, the passkey returns no secret, or the visitor cancels.
 */
export async function openPasskey(known: readonly string[]): Promise<OpenedPasskey> {
  const used = (await settled(
    navigator.credentials.get({
      publicKey: {
        rpId: location.hostname,
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        userVerification: 'required',
        allowCredentials: listed(known),
        extensions: prf,
      },
    }),
  )) as PublicKeyCredential
  const first = used.getClientExtensionResults().prf?.results?.first
  if (!first) throw new RecoveryFault(noPrf)
  return { id: base64urlnopad.encode(new Uint8Array(used.rawId)), secret: bytesOf(first) }
}

/**
 * Encrypts the visitor's share with a passkey's secret. The service stores the result but can't decrypt it. Overwrites the
 * secret in memory.
 */
export async function sealShare(file: RecoveryFile, { id, secret }: OpenedPasskey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = Uint8Array.from(file.share)
  const additionalData = bound(id, file)
  const key = await keyOf(secret, 'encrypt')
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain),
  )
  plain.fill(0)
  return base64.encode(Uint8Array.from([...iv, ...sealed]))
}

/**
 * The number of earlier version numbers to try. An undo restores the former shares of the key, and gives the wallet the next
 * version number. But the restored shares are still encrypted with their old version number.
 */
const earlierVersions = 100

/**
 * Decrypts the visitor's share. Overwrites the secret in memory.
 * @throws `RecoveryFault` if the share was encrypted for another passkey or wallet.
 */
export async function openShare(
  sealed: string,
  { version, addresses }: Pick<ServiceWallet, 'version' | 'addresses'>,
  { id, secret }: OpenedPasskey,
): Promise<RecoveryFile> {
  try {
    const bytes = Uint8Array.from(base64.decode(sealed))
    const iv = bytes.subarray(0, 12)
    const key = await keyOf(secret, 'decrypt')
    const open = (sealedAt: number) => {
      const additionalData = bound(id, { version: sealedAt, addresses })
      return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes.subarray(12))
    }
    for (let sealedAt = version; ; sealedAt--) {
      const share = await open(sealedAt).catch((cause: unknown) => {
        if (sealedAt <= Math.max(1, version - earlierVersions)) throw cause
      })
      if (share) return { version, addresses, share: new Uint8Array(share) }
    }
  } catch (cause) {
    throw new RecoveryFault("This passkey doesn't open this wallet.", { cause })
  }
}

async function keyOf(secret: Uint8Array, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const bytes = Uint8Array.from(hkdf(sha256, secret, undefined, 'wallet passkey share 1', 32))
  secret.fill(0)
  try {
    return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use])
  } finally {
    bytes.fill(0)
  }
}

function bound(id: string, { version, addresses }: Pick<RecoveryFile, 'version' | 'addresses'>) {
  return text(JSON.stringify(['passkey share', id, version, addresses.eip155, addresses.solana]))
}

function listed(ids: readonly string[]): PublicKeyCredentialDescriptor[] {
  return ids.map((id) => ({ type: 'public-key', id: Uint8Array.from(base64urlnopad.decode(id)) }))
}

function bytesOf(source: BufferSource): Uint8Array {
  return Uint8Array.from(
    source instanceof ArrayBuffer
      ? new Uint8Array(source)
      : new Uint8Array(source.buffer, source.byteOffset, source.byteLength),
  )
}

/** Replaces the browser's error message, which is for developers, with a message for visitors. */
async function settled(asked: Promise<Credential | null>): Promise<Credential> {
  const credential = await asked.catch((cause: unknown) => {
    const already = cause instanceof DOMException && cause.name === 'InvalidStateError'
    throw new RecoveryFault(
      already ? 'This device already has a passkey for this wallet.' : "The passkey wasn't used.",
      { cause },
    )
  })
  if (!credential) throw new RecoveryFault("The passkey wasn't used.")
  return credential
}
