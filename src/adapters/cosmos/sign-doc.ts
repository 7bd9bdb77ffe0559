import { encodeProto } from '../../core/protobuf.ts'

export interface Coin {
  readonly denom: string
  readonly amount: string
}
export interface Fee {
  /** The coins, sorted by denomination. */
  readonly amount: readonly Coin[]
  readonly gas: bigint
}
export interface AminoMessage {
  readonly type: string
  readonly value: unknown
}

/** An unsigned transaction. Numbers that may exceed 2^53 are bigints here, and strings in the documents. */
export interface Draft {
  readonly chainId: string
  readonly accountNumber: bigint
  readonly sequence: bigint
  readonly messages: readonly {
    /** The message as an encoded `google.protobuf.Any`. */
    readonly any: Uint8Array
    /** The message in Amino. Undefined if the message has no Amino form. */
    readonly amino: AminoMessage | undefined
  }[]
  readonly memo: string
  /** The last block that may include the transaction. */
  readonly timeoutHeight: bigint
  readonly fee: Fee
  /** The protobuf type of the signer's public key. */
  readonly publicKeyType: string
}

/** Amino's `StdSignDoc`, which wallets show and sign. */
export interface AminoDoc {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly timeout_height?: string
  readonly fee: { readonly amount: readonly Coin[]; readonly gas: string }
  readonly msgs: readonly AminoMessage[]
  readonly memo: string
}

/** The fields of a `SignDoc`, for sign mode Direct. */
export interface DirectDoc {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  /** This is a string, because the number has 64 bits. */
  readonly accountNumber: string
}

/** The sign modes: cosmos/tx/signing/v1beta1/signing.proto */
export const signModes = { direct: 1n, amino: 127n } as const

export function directDoc(draft: Draft, publicKey: Uint8Array): DirectDoc {
  return {
    bodyBytes: bodyBytes(draft),
    authInfoBytes: authInfoBytes({ ...draft, publicKey, mode: signModes.direct }),
    chainId: draft.chainId,
    accountNumber: String(draft.accountNumber),
  }
}

/** Returns the Amino document. Returns undefined if a message has no Amino form. */
export function aminoDoc(draft: Draft): AminoDoc | undefined {
  const msgs = draft.messages.flatMap(({ amino }) => (amino ? [amino] : []))
  if (msgs.length < draft.messages.length) return undefined
  return {
    chain_id: draft.chainId,
    account_number: String(draft.accountNumber),
    sequence: String(draft.sequence),
    ...(draft.timeoutHeight > 0n && { timeout_height: String(draft.timeoutHeight) }),
    fee: { amount: draft.fee.amount, gas: String(draft.fee.gas) },
    msgs,
    memo: draft.memo,
  }
}

/** Encodes a `TxBody`. */
export function bodyBytes({
  messages,
  memo,
  timeoutHeight,
}: Pick<Draft, 'messages' | 'memo' | 'timeoutHeight'>): Uint8Array {
  return encodeProto(...messages.map(({ any }) => [1, any] as const), [2, memo], [3, timeoutHeight])
}

/** Encodes an `AuthInfo` with one signer. */
export function authInfoBytes({
  publicKey,
  publicKeyType,
  mode,
  sequence,
  fee: { amount, gas },
}: Pick<Draft, 'publicKeyType' | 'sequence' | 'fee'> & {
  readonly publicKey: Uint8Array
  readonly mode: bigint
}): Uint8Array {
  const signer = encodeProto(
    [1, anyOf(publicKeyType, encodeProto([1, publicKey]))],
    [2, encodeProto([1, encodeProto([1, mode])])],
    [3, sequence],
  )
  const fee = encodeProto(...amount.map((coin) => [1, coinBytes(coin)] as const), [2, gas])
  return encodeProto([1, signer], [2, fee])
}

/** Encodes a `TxRaw`. */
export function rawTransaction(body: Uint8Array, authInfo: Uint8Array, signature: Uint8Array): Uint8Array {
  return encodeProto([1, body], [2, authInfo], [3, signature])
}

export function anyOf(typeUrl: string, value: Uint8Array): Uint8Array {
  return encodeProto([1, typeUrl], [2, value])
}

export function coinBytes({ denom, amount }: Coin): Uint8Array {
  return encodeProto([1, denom], [2, amount])
}

/**
 * Returns the text that is signed for an Amino document: JSON with sorted keys, without spaces, and with the escapes of Go's JSON
 * encoder.
 */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part
  return JSON.stringify(value, sorted).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
