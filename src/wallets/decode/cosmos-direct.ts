import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { base64, base64nopad, bech32, hex } from '@scure/base'
import { bytesIn, decodeProto, numberIn, type ProtoField, textIn } from '../../core/protobuf.ts'
import { coinText, integerText } from './cosmos-coins.ts'
import type { Coin, CosmosDoc, CosmosMessage } from './cosmos-doc.ts'
import { refused, textAt } from './refused.ts'

/** `SignDoc`, whose body and authentication info come as bytes in base64, in hex, or as a list of bytes. */
export function decodeDirectDoc(doc: Readonly<Record<string, unknown>>, field: string): CosmosDoc {
  const body = bytesOf(doc.bodyBytes ?? doc.body_bytes, `${field}.bodyBytes`)
  const authInfo = bytesOf(doc.authInfoBytes ?? doc.auth_info_bytes, `${field}.authInfoBytes`)
  const chainId = textAt(doc.chainId ?? doc.chain_id, `${field}.chainId`)
  const accountNumber = integerText(doc.accountNumber ?? doc.account_number, `${field}.accountNumber`)
  const parts = fieldsOf(body, `${field}.bodyBytes`)
  const info = fieldsOf(authInfo, `${field}.authInfoBytes`)
  const signers = bytesIn(info, 1).map((bytes) => fieldsOf(bytes, `${field}.authInfoBytes.signer_infos`))
  const fee = fieldsOf(bytesIn(info, 2).at(-1) ?? new Uint8Array(), `${field}.authInfoBytes.fee`)
  const messages = bytesIn(parts, 1).map((bytes, index) =>
    messageOf(bytes, `${field}.bodyBytes.messages[${index}]`),
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
    memo: textOf(parts, 2, `${field}.bodyBytes.memo`),
    fee: {
      amount: coinsIn(fee, 1, `${field}.authInfoBytes.fee.amount`),
      gas: String(numberIn(fee, 2)),
    },
    timeoutHeight: String(numberIn(parts, 3)),
    signers: (prefix) => signers.map((signer) => addressOf(signer, prefix)),
  }
}

/** The messages that are shown in full, with the names of their members by number. The first member is the signer. */
const known: Readonly<Record<string, readonly string[]>> = {
  '/cosmos.bank.v1beta1.MsgSend': ['from_address', 'to_address', 'amount:coins'],
  '/cosmos.staking.v1beta1.MsgDelegate': ['delegator_address', 'validator_address', 'amount:coins'],
  '/cosmos.staking.v1beta1.MsgUndelegate': ['delegator_address', 'validator_address', 'amount:coins'],
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': [
    'delegator_address',
    'validator_src_address',
    'validator_dst_address',
    'amount:coins',
  ],
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': ['delegator_address', 'validator_address'],
  '/cosmwasm.wasm.v1.MsgExecuteContract': ['sender', 'contract', 'msg', '', 'funds:coins'],
}

/** `google.protobuf.Any` */
function messageOf(any: Uint8Array, field: string): CosmosMessage {
  const parts = fieldsOf(any, field)
  const type = textOf(parts, 1, `${field}.type_url`)
  const raw = bytesIn(parts, 2).at(-1) ?? new Uint8Array()
  const names = Object.hasOwn(known, type) ? known[type] : undefined
  if (!names) return { type, values: undefined, transfer: undefined, signer: undefined, raw }
  const fields = fieldsOf(raw, `${field}.value`)
  const values = names.flatMap((name, at) => {
    if (name === '') return []
    const [label = '', kind] = name.split(':')
    const where = `${field}.value.${label}`
    const text =
      kind === 'coins'
        ? coinsIn(fields, at + 1, where)
            .map(coinText)
            .join(', ')
        : textOf(fields, at + 1, where)
    return [[label, text] as const]
  })
  // A member that the table does not name would be signed without being shown.
  const whole = fields.every(([number]) => names[number - 1])
  const [first, second] = values
  return {
    type,
    values: whole ? values : undefined,
    transfer:
      whole && type === '/cosmos.bank.v1beta1.MsgSend'
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

function coinsIn(fields: readonly ProtoField[], number: number, field: string): readonly Coin[] {
  return bytesIn(fields, number).map((bytes, index) => {
    const coin = fieldsOf(bytes, `${field}[${index}]`)
    return {
      denom: textOf(coin, 1, `${field}[${index}].denom`),
      amount: textOf(coin, 2, `${field}[${index}].amount`),
    }
  })
}

/** The address of a signer's key, when it is one of secp256k1. */
function addressOf(signer: readonly ProtoField[], prefix: string): string | undefined {
  const any = decodeProto(bytesIn(signer, 1).at(-1) ?? new Uint8Array()) ?? []
  const [key] = bytesIn(decodeProto(bytesIn(any, 2).at(-1) ?? new Uint8Array()) ?? [], 1)
  if (textIn(any, 1) !== '/cosmos.crypto.secp256k1.PubKey' || key?.length !== 33) return undefined
  return bech32.encode(prefix, bech32.toWords(ripemd160(sha256(key))))
}

function bytesOf(value: unknown, field: string): Uint8Array {
  if (typeof value === 'string') {
    const digits = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(value)?.[1]
    if (digits !== undefined) {
      const bytes = hex.decode(digits.toLowerCase())
      // Some texts are both hex and base64; the reading that is a message is taken.
      if (value.startsWith('0x') || decodeProto(bytes)) return bytes
    }
    try {
      if (value !== '') return value.endsWith('=') ? base64.decode(value) : base64nopad.decode(value)
    } catch {
      // The error is thrown below.
    }
    throw refused(field, 'is neither base64 nor hex')
  }
  if (value instanceof Uint8Array) return value
  const list = typeof value === 'object' && value !== null ? Object.values(value) : undefined
  if (list?.length && list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Uint8Array.from(list as number[])
  throw refused(field, value === undefined ? 'is missing' : 'must be bytes, in base64')
}

function fieldsOf(bytes: Uint8Array, field: string): readonly ProtoField[] {
  const fields = decodeProto(bytes)
  if (fields) return fields
  throw refused(field, 'is not a protobuf message')
}

function textOf(fields: readonly ProtoField[], number: number, field: string): string {
  const text = textIn(fields, number)
  if (text === undefined) throw refused(field, 'is no text')
  return text
}
