import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { bytesIn, decodeProto, encodeFields, encodeProto, numberIn, textIn } from '../../core/protobuf.ts'
import { bytesFrom, bytesOf, hexOf } from './bytes.ts'
import {
  type AminoDoc,
  authInfoBytes,
  bodyBytes,
  type Coin,
  canonicalJson,
  type DirectDoc,
  type Draft,
  type Fee,
  rawTransaction,
  signModes,
} from './sign-doc.ts'

/** Half of secp256k1's order, in hex. Chains reject signatures with a larger s. */
const halfOrder = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'

/**
 * Reads the signature in a wallet's answer (`StdSignature`).
 * @throws `wallet/invalid-answer` unless the signature has 64 bytes and a low s. If `publicKey` is given, the signature must have
 * this key.
 */
export function signatureFrom(answer: unknown, method: string, publicKey?: Uint8Array) {
  const { signature, pub_key } = (answer ?? {}) as {
    signature?: unknown
    pub_key?: { type?: unknown; value?: unknown }
  }
  const bytes = bytesFrom(signature)
  const key = bytesFrom(pub_key?.value)
  const low = bytes?.length === 64 && hexOf(bytes.subarray(32)) <= halfOrder
  if (!bytes || !low) throw invalid(method, 'a signature of 64 bytes with a low s')
  // For Ethereum-style keys, wallets use the usual name or the network's own name, such as `injective/PubKeyEthSecp256k1`.
  const named = /^(tendermint\/PubKeySecp256k1|[\w./-]{1,64}\/PubKeyEthSecp256k1)$/.test(
    String(pub_key?.type),
  )
  if (!named || key?.length !== 33) throw invalid(method, 'a signature with its secp256k1 key')
  if (publicKey && hexOf(publicKey) !== hexOf(key)) throw invalid(method, 'a signature of the account')
  return { signature: bytes, publicKey: key }
}

/**
 * Checks a wallet's answer in sign mode Direct. Only the fee's coins and gas may differ from the request, because visitors can
 * change them in the wallet.
 * @throws `wallet/transaction-altered`, `wallet/invalid-answer`
 */
export function checkedDirect(asked: DirectDoc, answer: unknown, publicKey: Uint8Array) {
  const { signed, signature } = parts(answer, 'signDirect')
  const doc = signed as {
    bodyBytes?: unknown
    authInfoBytes?: unknown
    chainId?: unknown
    accountNumber?: unknown
  }
  const authInfo = [...readings(doc.authInfoBytes)].find(
    (bytes) => hexOf(bytes) === hexOf(asked.authInfoBytes) || sameButFee(bytes, asked.authInfoBytes),
  )
  const same =
    [...readings(doc.bodyBytes)].some((bytes) => hexOf(bytes) === hexOf(asked.bodyBytes)) &&
    doc.chainId === asked.chainId &&
    String(doc.accountNumber) === asked.accountNumber
  if (!same || !authInfo) throw latchkeyError('wallet/transaction-altered')
  const by = signatureFrom(signature, 'signDirect', publicKey)
  return { authInfoBytes: authInfo, signature: by.signature }
}

/** Returns the signed transaction in sign mode Direct. @throws the errors of `checkedDirect` */
export function fromDirect(asked: DirectDoc, answer: unknown, publicKey: Uint8Array): Uint8Array {
  const { authInfoBytes, signature } = checkedDirect(asked, answer, publicKey)
  return rawTransaction(asked.bodyBytes, authInfoBytes, signature)
}

/** Checks a wallet's answer in Amino. @throws the errors of `checkedDirect` */
export function checkedAmino(asked: AminoDoc, answer: unknown, publicKey: Uint8Array) {
  const { signed, signature } = parts(answer, 'signAmino')
  const given = (signed as { fee?: unknown }).fee
  const unchanged = jsonOf({ fee: given }) === canonicalJson({ fee: asked.fee })
  const fee = unchanged ? asked.fee : feeFrom(given, asked.fee)
  const rest = (doc: object) => ({ ...doc, fee: undefined })
  if (!fee || jsonOf(rest(signed)) !== canonicalJson(rest(asked)))
    throw latchkeyError('wallet/transaction-altered')
  const by = signatureFrom(signature, 'signAmino', publicKey)
  return { fee: { amount: fee.amount, gas: BigInt(fee.gas) }, unchanged, signature: by.signature }
}

/** Returns the signed transaction in Amino. It is built from the request and the signed fee. */
export function fromAmino(draft: Draft, asked: AminoDoc, answer: unknown, publicKey: Uint8Array): Uint8Array {
  const { fee, signature } = checkedAmino(asked, answer, publicKey)
  const authInfo = authInfoBytes({ ...draft, publicKey, mode: signModes.amino, fee })
  return rawTransaction(bodyBytes(draft), authInfo, signature)
}

/** Returns the canonical JSON. Returns undefined for a wallet's values that JSON has no text for, such as a bigint. */
function jsonOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value)
  } catch {
    return undefined
  }
}

/** Returns all possible decodings of a text, because a text can be valid base64 and valid hex at the same time. */
function* readings(value: unknown): Iterable<Uint8Array> {
  const bytes = bytesFrom(value)
  if (bytes) yield bytes
  if (typeof value === 'string' && /^(0x)?([0-9a-f]{2})+$/i.test(value))
    yield bytesOf(value.replace(/^0x/, ''))
}

/** Returns whether two `AuthInfo`s differ only in the fee's coins and gas. The signed one must have a fee. */
function sameButFee(signed: Uint8Array, asked: Uint8Array): boolean {
  const [given, wanted] = [decodeProto(signed), decodeProto(asked)]
  if (!given || !wanted || bytesIn(given, 2).length !== 1 || bytesIn(wanted, 2).length > 1) return false
  const rest = (info: typeof given) => {
    const fee = decodeProto(bytesIn(info, 2)[0] ?? new Uint8Array())
    if (!fee) return undefined
    const others = encodeProto(...fee.filter(([number]) => number !== 1 && number !== 2))
    return [encodeFields(info.filter(([number]) => number !== 2)), others].map(hexOf).join()
  }
  const kept = rest(given)
  return kept !== undefined && kept === rest(wanted)
}

/** Returns the fee in an Amino document. Returns undefined if it differs from the requested fee in more than its coins and gas. */
function feeFrom(value: unknown, asked: AminoDoc['fee']): Fee | undefined {
  const { amount, gas } = (value ?? {}) as { amount?: unknown; gas?: unknown }
  const rest = (fee: object) => ({ ...fee, amount: undefined, gas: undefined })
  if (!Array.isArray(amount) || !/^\d{1,19}$/.test(String(gas))) return undefined
  if (jsonOf(rest(value as object)) !== canonicalJson(rest(asked))) return undefined
  const coins = amount.filter(
    (coin): coin is Coin => typeof coin?.denom === 'string' && /^\d{1,78}$/.test(coin.amount),
  )
  if (coins.length < amount.length) return undefined
  return { amount: coins.map(({ denom, amount }) => ({ denom, amount })), gas: BigInt(String(gas)) }
}

/** Returns the fee in a signed transaction. Returns undefined if the transaction can't be decoded. */
export function feeOf(transaction: Uint8Array): Fee | undefined {
  const raw = decodeProto(transaction)
  const authInfo = raw && decodeProto(bytesIn(raw, 2)[0] ?? new Uint8Array())
  const fee = authInfo && decodeProto(bytesIn(authInfo, 2)[0] ?? new Uint8Array())
  if (!fee) return undefined
  const amount = bytesIn(fee, 1).map((bytes) => {
    const coin = decodeProto(bytes) ?? []
    return { denom: textIn(coin, 1) ?? '', amount: textIn(coin, 2) ?? '' }
  })
  return { amount, gas: numberIn(fee, 2) }
}

function parts(answer: unknown, method: string): { signed: object; signature: unknown } {
  const { signed, signature } = (answer ?? {}) as { signed?: unknown; signature?: unknown }
  if (typeof signed === 'object' && signed !== null) return { signed, signature }
  throw invalid(method, 'a signed document')
}

function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
