import { bytesIn, decodeProto, numberIn, type ProtoField, textIn } from '../../../core/protobuf.ts'
import type { Coin } from './ledger.ts'
import { SdkError } from './sdk-error.ts'

export const signModes = { direct: 1n, amino: 127n } as const
const secp256k1 = '/cosmos.crypto.secp256k1.PubKey'

export interface BankSend {
  readonly from: string
  readonly to: string
  readonly amount: readonly Coin[]
}

/** A bank send with one signer, the only kind of transaction that the simulator supports. */
export interface Transaction {
  readonly size: number
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly messages: readonly BankSend[]
  readonly memo: string
  readonly timeoutHeight: bigint
  /** The compressed public key; undefined if the signer relies on the one that the network knows. */
  readonly publicKey: Uint8Array | undefined
  readonly signMode: bigint
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
 * Decodes a `TxRaw` (cosmos/tx/v1beta1/tx.proto). Rejects unknown fields, as the SDK does: a node that ignored them would
 * execute something else than what was signed.
 * @throws SdkError 2
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const raw = fieldsOf(bytes, 'TxRaw', 1, 2, 3)
  const [bodyBytes = none] = bytesIn(raw, 1)
  const [authInfoBytes = none] = bytesIn(raw, 2)
  const signatures = bytesIn(raw, 3)

  const body = fieldsOf(bodyBytes, 'TxBody', 1, 2, 3)
  const authInfo = fieldsOf(authInfoBytes, 'AuthInfo', 1, 2)
  const [info, ...others] = bytesIn(authInfo, 1)
  if (!info || others.length > 0 || signatures.length !== 1)
    throw new SdkError('unauthorized', 'wrong number of signers; the simulator takes one')
  const signer = fieldsOf(info, 'SignerInfo', 1, 2, 3)
  const mode = only(only(signer, 2, 'ModeInfo', 1), 1, 'ModeInfo.Single', 1)
  const fee = only(authInfo, 2, 'Fee', 1, 2, 3, 4)

  return {
    size: bytes.length,
    bodyBytes,
    authInfoBytes,
    messages: bytesIn(body, 1).map(bankSend),
    memo: text(body, 2),
    timeoutHeight: numberIn(body, 3),
    publicKey: publicKeyOf(signer),
    signMode: numberIn(mode, 1),
    sequence: numberIn(signer, 3),
    fee: { amount: coins(fee, 1), gas: numberIn(fee, 2), payer: text(fee, 3), granter: text(fee, 4) },
    signature: signatures[0] ?? none,
  }
}

const none = new Uint8Array(0)

function bankSend(bytes: Uint8Array): BankSend {
  const any = fieldsOf(bytes, 'Any', 1, 2)
  const typeUrl = text(any, 1)
  if (typeUrl !== '/cosmos.bank.v1beta1.MsgSend')
    throw new SdkError('txDecode', `unable to resolve type URL ${typeUrl}`)
  const message = fieldsOf(bytesIn(any, 2)[0] ?? none, 'MsgSend', 1, 2, 3)
  return { from: text(message, 1), to: text(message, 2), amount: coins(message, 3) }
}

function publicKeyOf(signer: readonly ProtoField[]): Uint8Array | undefined {
  const [bytes] = bytesIn(signer, 1)
  if (!bytes) return undefined
  const any = fieldsOf(bytes, 'Any', 1, 2)
  const typeUrl = text(any, 1)
  if (typeUrl !== secp256k1) throw new SdkError('txDecode', `unable to resolve type URL ${typeUrl}`)
  return bytesIn(fieldsOf(bytesIn(any, 2)[0] ?? none, 'PubKey', 1), 1)[0]
}

function coins(fields: readonly ProtoField[], number: number): readonly Coin[] {
  return bytesIn(fields, number).map((bytes) => {
    const coin = fieldsOf(bytes, 'Coin', 1, 2)
    const amount = text(coin, 2)
    if (!/^-?\d{1,78}$/.test(amount)) throw new SdkError('txDecode', `invalid coin amount ${amount}`)
    return { denom: text(coin, 1), amount: BigInt(amount) }
  })
}

function only(parent: readonly ProtoField[], number: number, name: string, ...known: readonly number[]) {
  const [bytes] = bytesIn(parent, number)
  if (!bytes) throw new SdkError('txDecode', `${name} is missing`)
  return fieldsOf(bytes, name, ...known)
}

function text(fields: readonly ProtoField[], number: number): string {
  const found = textIn(fields, number)
  if (found === undefined) throw new SdkError('txDecode', `field ${number} is not UTF-8`)
  return found
}

function fieldsOf(bytes: Uint8Array, name: string, ...known: readonly number[]): readonly ProtoField[] {
  const fields = decodeProto(bytes)
  if (!fields) throw new SdkError('txDecode', `${name} cannot be parsed`)
  const [foreign] = fields.find(([number]) => !known.includes(number)) ?? []
  if (foreign !== undefined) throw new SdkError('txDecode', `errUnknownField "${name}": {TagNum: ${foreign}}`)
  return fields
}
