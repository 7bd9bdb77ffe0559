import { AminoTypes, createDefaultAminoConverters, defaultRegistryTypes } from '@cosmjs/stargate'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { SendParams } from '../../../core/wallet/transaction.ts'
import { denomOf } from '../asset.ts'
import { invalid } from '../checks.ts'
import { type AminoMessage, anyOf, type Draft } from '../sign-doc.ts'

type Message = Transaction<'cosmos'>['messages'][number]

/** The part of a message type that this file uses. stargate takes the types from cosmjs-types. */
interface MessageType {
  fromPartial(value: object): unknown
  encode(message: unknown): { finish(): Uint8Array }
}

const sendMessage = '/cosmos.bank.v1beta1.MsgSend'

/**
 * Encodes messages for both sign modes, Direct and Amino. A message whose value is already encoded has only the Direct form.
 * @throws `validation/invalid-input` for a message that stargate doesn't know or can't encode.
 */
export function encodeMessages(messages: readonly Message[]): Draft['messages'] {
  const types = new AminoTypes(createDefaultAminoConverters())
  return messages.map(({ typeUrl, value }) => {
    // Don't use `instanceof`, because it is false for bytes of another frame.
    if (ArrayBuffer.isView(value)) return { any: anyOf(typeUrl, copyOf(value)), amino: undefined }
    const type = defaultRegistryTypes.find(([known]) => known === typeUrl)?.[1] as MessageType | undefined
    if (!type)
      throw invalid('messages', `${typeUrl} is an unknown type: pass its value encoded, as a Uint8Array`)
    // Any other value, such as an ArrayBuffer or a list of numbers, would become an empty message.
    if (Object.prototype.toString.call(value) !== '[object Object]')
      throw invalid('messages', `the value of ${typeUrl} is neither an object nor a Uint8Array`)
    try {
      const message = type.fromPartial(value as object)
      const any = anyOf(typeUrl, Uint8Array.from(type.encode(message).finish()))
      return { any, amino: aminoOf(types, { typeUrl, value: message }) }
    } catch (error) {
      throw invalid('messages', `${typeUrl} cannot be encoded: ${(error as Error).message}`)
    }
  })
}

export function transferOf(
  network: ChainNetwork<'cosmos'>,
  from: string,
  params: SendParams<'cosmos'>,
): Transaction<'cosmos'> {
  const amount = [{ denom: denomOf(network, params.asset), amount: String(params.amount) }]
  const value = { fromAddress: from, toAddress: params.to, amount }
  return { messages: [{ typeUrl: sendMessage, value }], memo: params.options?.memo ?? '' }
}

function copyOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength))
}

function aminoOf(types: AminoTypes, message: Message): AminoMessage | undefined {
  try {
    return types.toAmino(message)
  } catch {
    return undefined
  }
}
