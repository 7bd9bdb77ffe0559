import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import type { Coin as SdkCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import type { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { Any } from 'cosmjs-types/google/protobuf/any'
import { decodeProto, encodeFields } from '../../../core/protobuf.ts'
import { type KeyKind, secp256k1Keys } from './account-key.ts'
import type { Coin } from './ledger.ts'
import { SdkError } from './sdk-error.ts'

export interface BankSend {
  readonly from: string
  readonly to: string
  readonly amount: readonly Coin[]
}

/** The simulator supports only bank sends with one signer. */
export interface Transaction {
  readonly size: number
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly messages: readonly BankSend[]
  readonly memo: string
  readonly timeoutHeight: bigint
  /** The compressed public key. The sender may omit it if the network already knows it. */
  readonly publicKey: Uint8Array | undefined
  readonly signMode: SignMode
  readonly sequence: bigint
  readonly fee: {
    readonly amount: readonly Coin[]
    readonly gas: bigint
    readonly payer: string
    readonly granter: string
  }
  readonly signature: Uint8Array
}

/**
 * Decodes a `TxRaw` (cosmos/tx/v1beta1/tx.proto).
 * @throws SdkError 2, or 4 if there isn't exactly one signer
 */
export function decodeTransaction(
  bytes: Uint8Array,
  { publicKeyType }: Pick<KeyKind, 'publicKeyType'> = secp256k1Keys,
): Transaction {
  const { bodyBytes, authInfoBytes, signatures } = decoded('TxRaw', TxRaw, bytes)
  const { messages, memo, timeoutHeight } = decoded('TxBody', TxBody, bodyBytes, (body) =>
    TxBody.fromPartial({ messages: body.messages, memo: body.memo, timeoutHeight: body.timeoutHeight }),
  )
  const { signerInfos, fee } = decoded('AuthInfo', AuthInfo, authInfoBytes, ({ signerInfos, fee }) => ({
    signerInfos,
    fee,
  }))
  const [signer, ...others] = signerInfos
  const [signature, ...more] = signatures
  if (!signer || !signature || others.length > 0 || more.length > 0)
    throw new SdkError('unauthorized', 'wrong number of signers; the simulator takes one')
  const signMode = signer.modeInfo?.single?.mode
  if (signMode === undefined) throw new SdkError('txDecode', 'ModeInfo.Single is missing')
  if (!fee) throw new SdkError('txDecode', 'Fee is missing')
  return {
    size: bytes.length,
    bodyBytes,
    authInfoBytes,
    messages: messages.map((message) => bankSend(message)),
    memo,
    timeoutHeight,
    publicKey: signer.publicKey && packed(publicKeyType, PubKey, signer.publicKey).key,
    signMode,
    sequence: signer.sequence,
    fee: { amount: coins(fee.amount), gas: fee.gasLimit, payer: fee.payer, granter: fee.granter },
    signature,
  }
}

interface Type<T> {
  decode(bytes: Uint8Array): T
  encode(message: T): { finish(): Uint8Array }
}

/**
 * Decodes a message. Like the SDK, rejects bytes with unknown fields: if a node ignored such fields, it would carry out something
 * other than what the user signed. `known` returns the message with its known fields.
 */
function decoded<T>(name: string, type: Type<T>, bytes: Uint8Array, known = (message: T) => message): T {
  let message: T
  try {
    message = type.decode(bytes)
  } catch {
    throw new SdkError('txDecode', `${name} cannot be parsed`)
  }
  if (Buffer.from(bytes).equals(type.encode(known(message)).finish())) return message
  throw new SdkError('txDecode', `errUnknownField "${name}"`)
}

function packed<T>(typeUrl: string, type: Type<T>, any: Any): T {
  if (any.typeUrl !== typeUrl) throw new SdkError('txDecode', `unable to resolve type URL ${any.typeUrl}`)
  return decoded(typeUrl, type, any.value)
}

function bankSend(message: Any): BankSend {
  const value = withoutEarlier(message.value)
  const { fromAddress, toAddress, amount } = packed('/cosmos.bank.v1beta1.MsgSend', MsgSend, {
    ...message,
    value,
  })
  return { from: fromAddress, to: toAddress, amount: coins(amount) }
}

/** If a field with an address is repeated, keeps only the last value, as protobuf and the SDK do. */
function withoutEarlier(bytes: Uint8Array): Uint8Array {
  const fields = decodeProto(bytes) ?? []
  const last = fields.filter(
    ([number], at) => number > 2 || !fields.slice(at + 1).some(([each]) => each === number),
  )
  return encodeFields(last.sort(([a], [b]) => a - b))
}

function coins(given: readonly SdkCoin[]): readonly Coin[] {
  return given.map(({ denom, amount }) => {
    if (!/^-?\d{1,78}$/.test(amount)) throw new SdkError('txDecode', `invalid coin amount ${amount}`)
    return { denom, amount: BigInt(amount) }
  })
}
