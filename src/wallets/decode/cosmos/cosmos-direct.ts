import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { base64, base64nopad, bech32, hex } from '@scure/base'
import { ethAccountOf } from '../../../adapters/cosmos/eth-key.ts'
import { bytesIn, decodeProto, numberIn, type ProtoField, textIn } from '../../../core/protobuf.ts'
import { messageText } from '../message.ts'
import { refused, textAt } from '../refused.ts'
import { type ProtoSchema, strictProto } from '../strict-proto.ts'
import { coinsOf, coinText, integerText } from './cosmos-coins.ts'
import type { Coin, CosmosDoc, CosmosMessage } from './cosmos-doc.ts'
import { authInfoSchema, bodySchema, messageSchemas } from './cosmos-schemas.ts'

/** The name of each field in camel case (JavaScript libraries), and in snake case (protobuf). */
const members = {
  bodyBytes: 'body_bytes',
  authInfoBytes: 'auth_info_bytes',
  chainId: 'chain_id',
  accountNumber: 'account_number',
} as const

/** Decodes a `SignDoc`. Its body and auth info are base64, hex or a list of bytes. */
export function decodeDirectDoc(doc: Readonly<Record<string, unknown>>, field: string): CosmosDoc {
  const known = Object.entries(members).flat()
  const extra = Object.keys(doc).find((name) => !known.includes(name))
  if (extra !== undefined) throw refused(`${field}.${extra}`, "isn't a field of a document in Direct mode")
  const member = (name: keyof typeof members) => {
    const other = members[name]
    if (doc[name] !== undefined && doc[other] !== undefined) throw refused(`${field}.${other}`, 'comes twice')
    return doc[name] ?? doc[other]
  }
  const body = bytesOf(member('bodyBytes'), `${field}.bodyBytes`)
  const authInfo = bytesOf(member('authInfoBytes'), `${field}.authInfoBytes`)
  const chainId = textAt(member('chainId'), `${field}.chainId`)
  const accountNumber = integerText(member('accountNumber'), `${field}.accountNumber`)
  // These two calls validate all nested fields. `messageOf` validates the messages of known types.
  const parts = strictProto(body, bodySchema, `${field}.bodyBytes`)
  const info = strictProto(authInfo, authInfoSchema, `${field}.authInfoBytes`)
  const signers = bytesIn(info, 1).map(read)
  const fee = read(bytesIn(info, 2)[0])
  const [tip] = bytesIn(info, 3).map(read)
  const [time] = bytesIn(parts, 5).map(read)
  const messages = bytesIn(parts, 1).map((bytes, index) =>
    messageOf(read(bytes), `${field}.bodyBytes.messages[${index}]`),
  )
  if (messages.length === 0) throw refused(`${field}.bodyBytes.messages`, 'is empty')
  if (signers.length === 0) throw refused(`${field}.authInfoBytes.signer_infos`, 'is empty')
  return {
    mode: 'direct',
    doc: { bodyBytes: body, authInfoBytes: authInfo, chainId, accountNumber },
    chainId,
    accountNumber,
    sequence: signers.map((signer) => numberIn(signer, 3)).join(', '),
    messages,
    memo: textIn(parts, 2) ?? '',
    fee: {
      amount: coinsIn(fee, 1, `${field}.authInfoBytes.fee.amount`),
      gas: String(numberIn(fee, 2)),
      payer: textIn(fee, 3) ?? '',
      granter: textIn(fee, 4) ?? '',
    },
    tip: tip && {
      amount: coinsIn(tip, 1, `${field}.authInfoBytes.tip.amount`),
      tipper: textIn(tip, 2) ?? '',
    },
    timeoutHeight: String(numberIn(parts, 3)),
    timeoutTime: time && timeText(time, `${field}.bodyBytes.timeout_timestamp`),
    unordered: numberIn(parts, 4) === 1n,
    extensions: [
      ...bytesIn(parts, 1023).map((option) => extensionOf(read(option), true)),
      ...bytesIn(parts, 2047).map((option) => extensionOf(read(option), false)),
    ],
    signers: (prefix) => signers.map((signer) => addressOf(signer, prefix)),
  }
}

/** Reads a message, a `google.protobuf.Any`. Keeps a message of an unknown type as bytes. */
function messageOf(any: readonly ProtoField[], field: string): CosmosMessage {
  const type = textIn(any, 1) ?? ''
  const raw = bytesIn(any, 2)[0] ?? new Uint8Array()
  if (!/^\/[\w.]{1,128}$/.test(type)) throw refused(`${field}.type_url`, "isn't a valid type name")
  const schema = Object.hasOwn(messageSchemas, type) ? messageSchemas[type] : undefined
  if (!schema) return { type, values: undefined, transfer: undefined, signer: undefined, raw }
  const fields = strictProto(raw, schema, `${field}.value`)
  const values = Object.entries(schema).map(
    ([number, { name, kind }]) =>
      [name, valueText(fields, Number(number), kind, `${field}.value.${name}`)] as const,
  )
  const [first, second] = values
  return {
    type,
    values,
    transfer:
      type === '/cosmos.bank.v1beta1.MsgSend'
        ? {
            from: first?.[1] ?? '',
            to: second?.[1] ?? '',
            coins: coinsIn(fields, 3, `${field}.value.amount`),
          }
        : undefined,
    signer: first && { field: `${field}.${first[0]}`, address: first[1] },
    raw,
  }
}

function valueText(
  fields: readonly ProtoField[],
  number: number,
  kind: ProtoSchema[number]['kind'],
  field: string,
): string {
  if (kind === 'text') return textIn(fields, number) ?? ''
  if (kind === 'bytes') return messageText(bytesIn(fields, number)[0] ?? new Uint8Array())
  return coinsIn(fields, number, field).map(coinText).join(', ')
}

function coinsIn(fields: readonly ProtoField[], number: number, field: string): readonly Coin[] {
  const coins = bytesIn(fields, number).map(read)
  return coinsOf(
    coins.map((coin) => ({ denom: textIn(coin, 1), amount: textIn(coin, 2) })),
    field,
  )
}

function extensionOf(any: readonly ProtoField[], critical: boolean) {
  return { type: textIn(any, 1) ?? '', value: bytesIn(any, 2)[0] ?? new Uint8Array(), critical }
}

function timeText(time: readonly ProtoField[], field: string): string {
  const [seconds, nanos] = [numberIn(time, 1), numberIn(time, 2)]
  // The first limit is the end of the year 9999.
  if (seconds > 253_402_300_799n || nanos >= 1_000_000_000n) throw refused(field, "isn't a valid time")
  const at = new Date(Number(seconds) * 1000).toISOString().slice(0, -5)
  return nanos === 0n ? `${at}Z` : `${at}.${String(nanos).padStart(9, '0')}Z`
}

/** Reads the fields of a message that was already validated as a part of its parent. */
function read(bytes: Uint8Array | undefined): readonly ProtoField[] {
  return (bytes && decodeProto(bytes)) ?? []
}

/** Returns the address of a signer's key. The key must be a secp256k1 key, of the usual or of the Ethereum-style kind. */
function addressOf(signer: readonly ProtoField[], prefix: string): string | undefined {
  const any = read(bytesIn(signer, 1)[0])
  const [key] = bytesIn(read(bytesIn(any, 2)[0]), 1)
  const type = textIn(any, 1) ?? ''
  if (key?.length !== 33) return undefined
  if (type === '/cosmos.crypto.secp256k1.PubKey')
    return bech32.encode(prefix, bech32.toWords(ripemd160(sha256(key))))
  const account = /\.ethsecp256k1\.PubKey$/.test(type) ? ethAccountOf(key) : undefined
  return account && bech32.encode(prefix, bech32.toWords(account))
}

function bytesOf(value: unknown, field: string): Uint8Array {
  if (typeof value === 'string') {
    const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(value)?.[1]
    if (digits !== undefined) {
      const bytes = hex.decode(digits.toLowerCase())
      // Some texts are both hex and base64. Without `0x`, read the text as hex only if the bytes are valid protobuf.
      if (value.startsWith('0x') || decodeProto(bytes)) return bytes
    }
    try {
      if (value !== '') return value.endsWith('=') ? base64.decode(value) : base64nopad.decode(value)
    } catch {
      // Continue to the error below.
    }
    throw refused(field, 'is neither base64 nor hex')
  }
  // Copy the bytes, so that the page can't change them between the approval and the signature.
  if (value instanceof Uint8Array) return value.slice()
  const list = typeof value === 'object' && value !== null ? Object.values(value) : undefined
  if (list?.length && list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Uint8Array.from(list as number[])
  throw refused(field, value === undefined ? 'is missing' : 'must be bytes, in base64')
}
