import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { decodePolkadotPayload } from '../decode/polkadot/polkadot.ts'
import { bytesToSign, extrinsicBytes } from '../decode/polkadot/polkadot-extensions.ts'

/** A payload to sign, in the JSON form of @polkadot/types. */
export interface PolkadotPayload {
  readonly address: string
  readonly method: Hex
  readonly signedExtensions: readonly string[]
  readonly version: number
  readonly [field: string]: unknown
}

export type PolkadotKeyType = 'sr25519' | 'ed25519' | 'ecdsa'

/** The wallet's private keys, which never leave this object, and the methods that sign with them. */
export interface PolkadotKeys {
  /** The addresses with SS58 prefix 42, in the order of the secrets. */
  readonly addresses: readonly string[]
  /** Wraps the bytes in `<Bytes>` and `</Bytes>` if needed, as extensions do, and signs the result. */
  signRaw(address: string, data: Hex): Hex
  /**
   * Signs a payload. The signature's first byte is the key type.
   * @throws `validation/invalid-input` for a payload that is invalid or has an unknown signed extension.
   */
  signPayload(payload: PolkadotPayload): Hex
  /** Signs a payload. Also returns the signed extrinsic, because some wallets return it. */
  signTransaction(payload: PolkadotPayload): { readonly signature: Hex; readonly signedTransaction: Hex }
}

/**
 * Creates keys from secrets. Keys of type sr25519 sign with schnorrkel (@polkadot/wasm-crypto). The
 * usual @polkadot/util-crypto can't be used for them: it signs with @scure/sr25519, with which
 * `verifyPolkadot` checks signatures, and a library must not verify its own signatures.
 *
 * @param secrets Mini secrets for sr25519, or private keys of the other types. Each has `0x` and 64 hex digits.
 * @throws `config/peer-missing` if the signing libraries aren't installed.
 */
export async function polkadotKeys(
  secrets: readonly string[],
  type: PolkadotKeyType = 'sr25519',
): Promise<PolkadotKeys> {
  const [{ Keyring }, { blake2AsU8a, cryptoWaitReady }, util, schnorrkel] = await Promise.all([
    import('@polkadot/keyring'),
    import('@polkadot/util-crypto'),
    import('@polkadot/util'),
    import('@polkadot/wasm-crypto'),
  ]).catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'A wallet with polkadot keys', install: 'npm install @polkadot/api' },
      cause,
    })
  })
  await cryptoWaitReady()
  const keyring = new Keyring({ type, ss58Format: 42 })
  const keys = secrets.map((secret) => {
    const seed = util.hexToU8a(secret)
    const pair = keyring.addFromSeed(seed)
    const both = type === 'sr25519' ? schnorrkel.sr25519KeypairFromSeed(seed) : undefined
    const bare = (message: Uint8Array) =>
      both ? schnorrkel.sr25519Sign(pair.publicKey, both.subarray(0, 64), message) : pair.sign(message)
    return {
      address: pair.address,
      account: pair.addressRaw,
      sign: (message: Uint8Array, { withType = false } = {}) =>
        withType ? util.u8aConcat([kinds[type]], bare(message)) : bare(message),
    }
  })
  const keyOf = (address: string) => {
    const found = keys.find(({ account }) => util.u8aEq(account, keyring.decodeAddress(address)))
    if (!found) throw new Error(`Unable to find the account ${address}`)
    return found
  }
  const sign = (given: PolkadotPayload) => {
    const payload = decodePolkadotPayload(given)
    const key = keyOf(payload.address)
    const bytes = bytesToSign(payload)
    const signature = key.sign(bytes.length > 256 ? blake2AsU8a(bytes) : bytes, { withType: true })
    return { payload, key, signature }
  }

  return {
    addresses: keys.map(({ address }) => address),
    signRaw: (address, data) => util.u8aToHex(keyOf(address).sign(util.u8aWrapBytes(data))),
    signPayload: (given) => util.u8aToHex(sign(given).signature),
    signTransaction(given) {
      const { payload, key, signature } = sign(given)
      const body = extrinsicBytes(payload, key.account, signature)
      return {
        signature: util.u8aToHex(signature),
        signedTransaction: util.u8aToHex(util.compactAddLength(body)),
      }
    },
  }
}

/** The numbers of the key types (MultiSignature). */
const kinds = { ed25519: 0, sr25519: 1, ecdsa: 2 } as const
