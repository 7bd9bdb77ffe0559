import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { invalid } from '../cli-error.ts'
import { bytesAt, numberAt, type ProtoField, protoFields, textAt } from './proto.ts'

export interface Coin {
  readonly denom: string
  readonly amount: string
}

export interface CosmosMessage {
  readonly type: string
  /** What is in it, for a person: name and value; undefined when its type is not known here. */
  readonly values: readonly (readonly [string, string])[] | undefined
  /** Who has to sign for it, as far as that is known; `field` says where that stands. */
  readonly signer: { readonly field: string; readonly address: string } | undefined
}

/** A document that a wallet of the family signs, in either mode. Read apart from the library that signs it. */
export interface CosmosDoc {
  readonly mode: 'direct' | 'amino' | 'adr36'
  /** As wallets take it. */
  readonly doc: object
  readonly chainId: string
  readonly accountNumber: string
  readonly sequence: string
  readonly messages: readonly CosmosMessage[]
  readonly memo: string
  readonly fee: { readonly amount: readonly Coin[]; readonly gas: string }
  readonly timeoutHeight: string
  /** Of ADR-36: what is signed. */
  readonly data?: Uint8Array | undefined
  /** In the mode Direct, the addresses of the keys that sign it, for a prefix; undefined where a key is of a kind not known. */
  readonly signers?: ((prefix: string) => readonly (string | undefined)[]) | undefined
}

const field = 'sign-doc'

/** From JSON. @throws a usage error that names the member. */
export function readCosmosDoc(text: string): CosmosDoc {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw invalid(field, `is not JSON: ${(error as Error).message}`)
  }
  const outer = objectOf(parsed, '')
  // As WalletConnect carries it.
  const doc = outer.signDoc === undefined ? outer : objectOf(outer.signDoc, '.signDoc')
  if ('msgs' in doc) return aminoDoc(doc)
  if ('bodyBytes' in doc || 'body_bytes' in doc) return directDoc(doc)
  throw invalid(
    field,
    'is neither of the mode Direct nor of Amino',
    'Direct has bodyBytes, authInfoBytes, chainId and accountNumber; Amino has msgs, fee, chain_id and more.',
  )
}

function directDoc(doc: Record<string, unknown>): CosmosDoc {
  const body = bytesOf(doc, 'bodyBytes', 'body_bytes')
  const authInfo = bytesOf(doc, 'authInfoBytes', 'auth_info_bytes')
  const chainId = textOf(doc.chainId ?? doc.chain_id, 'chainId')
  const accountNumber = integerText(doc.accountNumber ?? doc.account_number, 'accountNumber')
  const parts = fieldsOf(body, 'bodyBytes')
  const info = fieldsOf(authInfo, 'authInfoBytes')
  const signers = bytesAt(info, 1).map((bytes) => fieldsOf(bytes, 'authInfoBytes.signer_infos'))
  const fee = fieldsOf(bytesAt(info, 2).at(-1) ?? new Uint8Array(), 'authInfoBytes.fee')
  const messages = bytesAt(parts, 1).map((bytes, index) => {
    const any = fieldsOf(bytes, `bodyBytes.messages[${index}]`)
    return directMessage(textAt(any, 1), bytesAt(any, 2).at(-1) ?? new Uint8Array(), index)
  })
  if (messages.length === 0) throw invalid(`${field}.bodyBytes.messages`, 'is empty')
  if (signers.length === 0) throw invalid(`${field}.authInfoBytes.signer_infos`, 'is empty')
  return {
    mode: 'direct',
    doc: { bodyBytes: body, authInfoBytes: authInfo, chainId, accountNumber },
    chainId,
    accountNumber,
    sequence: signers.map((signer) => numberAt(signer, 3)).join(', '),
    messages,
    memo: textAt(parts, 2),
    fee: { amount: bytesAt(fee, 1).map(coinFrom), gas: String(numberAt(fee, 2)) },
    timeoutHeight: String(numberAt(parts, 3)),
    signers: (prefix) => signers.map((signer) => addressOf(signer, prefix)),
  }
}

/** Messages that are shown in full: their members by number; the first is who signs. */
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

function directMessage(type: string, value: Uint8Array, index: number): CosmosMessage {
  const names = Object.hasOwn(known, type) ? known[type] : undefined
  if (!names) return { type, values: undefined, signer: undefined }
  const fields = fieldsOf(value, `bodyBytes.messages[${index}].value`)
  const values = names.flatMap((name, at) => {
    if (name === '') return []
    const [label = '', kind] = name.split(':')
    const text =
      kind === 'coins'
        ? bytesAt(fields, at + 1)
            .map(coinFrom)
            .map(coinText)
            .join(', ')
        : textAt(fields, at + 1)
    return [[label, text] as const]
  })
  // A member that the table does not name would be signed unseen.
  const whole = fields.every(([number]) => names[number - 1])
  const [first] = values
  return {
    type,
    values: whole ? values : undefined,
    signer: first && { field: `bodyBytes.messages[${index}].${first[0]}`, address: first[1] },
  }
}

/** What Amino's messages call their signer. */
const signerNames = [
  'from_address',
  'delegator_address',
  'sender',
  'voter',
  'proposer',
  'depositor',
  'granter',
  'signer',
]

function aminoDoc(doc: Record<string, unknown>): CosmosDoc {
  const chainId = textOf(doc.chain_id, 'chain_id')
  const accountNumber = integerText(doc.account_number, 'account_number', true)
  const sequence = integerText(doc.sequence, 'sequence', true)
  const memo = textOf(doc.memo, 'memo')
  const fee = objectOf(doc.fee, '.fee')
  if (!Array.isArray(doc.msgs) || doc.msgs.length === 0)
    throw invalid(`${field}.msgs`, 'must be a list with at least one message')
  const messages = doc.msgs.map((message: unknown, index): CosmosMessage => {
    const { type, value } = objectOf(message, `.msgs[${index}]`)
    const members = objectOf(value, `.msgs[${index}].value`)
    const signer = signerNames.find((name) => typeof members[name] === 'string')
    return {
      type: textOf(type, `msgs[${index}].type`),
      values: Object.entries(members).map(([name, one]) => [name, memberText(one)]),
      signer:
        (signer && {
          field: `msgs[${index}].value.${signer}`,
          address: String(members[signer]),
        }) ||
        undefined,
    }
  })
  const extra = Object.keys(doc).find((name) => !aminoNames.includes(name))
  if (extra !== undefined) throw invalid(`${field}.${extra}`, 'is no part of an Amino document')
  const shared = {
    doc,
    chainId,
    accountNumber,
    sequence,
    messages,
    memo,
    fee: { amount: coinList(fee.amount), gas: integerText(fee.gas, 'fee.gas', true) },
    timeoutHeight:
      doc.timeout_height === undefined ? '0' : integerText(doc.timeout_height, 'timeout_height', true),
  }
  if (messages[0]?.type !== 'sign/MsgSignData') return { mode: 'amino', ...shared }
  return { mode: 'adr36', ...shared, data: adr36Data(shared, doc.msgs) }
}

const aminoNames = ['chain_id', 'account_number', 'sequence', 'timeout_height', 'fee', 'msgs', 'memo']

/** ADR-36: nothing in the document but the data may say anything. */
function adr36Data(
  {
    chainId,
    accountNumber,
    sequence,
    memo,
    fee,
    timeoutHeight,
  }: Pick<CosmosDoc, 'chainId' | 'accountNumber' | 'sequence' | 'memo' | 'fee' | 'timeoutHeight'>,
  msgs: readonly unknown[],
): Uint8Array {
  const fault = (name: string, reason: string) => invalid(`${field}.${name}`, `${reason}, by ADR-36`)
  if (msgs.length !== 1) throw fault('msgs', 'must be one message')
  if (chainId !== '') throw fault('chain_id', 'must be empty')
  if (accountNumber !== '0') throw fault('account_number', 'must be 0')
  if (sequence !== '0') throw fault('sequence', 'must be 0')
  if (memo !== '') throw fault('memo', 'must be empty')
  if (timeoutHeight !== '0') throw fault('timeout_height', 'must be absent')
  if (fee.gas !== '0' || fee.amount.length > 0) throw fault('fee', 'must be nothing')
  const { value } = objectOf(msgs[0], '.msgs[0]')
  const { data, signer } = objectOf(value, '.msgs[0].value')
  if (typeof signer !== 'string') throw fault('msgs[0].value.signer', 'must be the account')
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : undefined
  if (!bytes || bytes.length === 0 || bytes.toString('base64') !== data)
    throw fault('msgs[0].value.data', 'must be base64, and not empty')
  return bytes
}

export function coinText({ amount, denom }: Coin): string {
  return `${amount} ${denom}`
}

function coinFrom(bytes: Uint8Array): Coin {
  const fields = protoFields(bytes) ?? []
  return { denom: textAt(fields, 1), amount: textAt(fields, 2) }
}

function coinList(value: unknown): readonly Coin[] {
  if (!Array.isArray(value)) throw invalid(`${field}.fee.amount`, 'must be a list of { denom, amount }')
  return value.map((coin: unknown, index) => {
    const { denom, amount } = objectOf(coin, `.fee.amount[${index}]`)
    return {
      denom: textOf(denom, `fee.amount[${index}].denom`),
      amount: integerText(amount, `fee.amount[${index}].amount`, true),
    }
  })
}

/** The address of a signer's key, when it is one of secp256k1. */
function addressOf(signer: readonly ProtoField[], prefix: string): string | undefined {
  const any = protoFields(bytesAt(signer, 1).at(-1) ?? new Uint8Array()) ?? []
  const [key] = bytesAt(protoFields(bytesAt(any, 2).at(-1) ?? new Uint8Array()) ?? [], 1)
  if (textAt(any, 1) !== '/cosmos.crypto.secp256k1.PubKey' || key?.length !== 33) return undefined
  const hash = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest()
  return bech32.encode(prefix, bech32.toWords(hash))
}

function memberText(value: unknown): string {
  const coins = Array.isArray(value) ? value : [value]
  const plain = coins.every(
    (coin) =>
      typeof coin?.denom === 'string' && typeof coin.amount === 'string' && Object.keys(coin).length === 2,
  )
  if (plain && coins.length > 0) return coins.map(coinText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function objectOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw invalid(`${field}${at}`, 'must be an object')
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw invalid(`${field}.${name}`, 'must be a text')
}

/** Numbers of 64 bits are texts in JSON; where wallets take a number too, one that JSON does not round will do. */
function integerText(value: unknown, name: string, textOnly = false): string {
  const text = typeof value === 'number' && !textOnly && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && /^(0|[1-9]\d{0,38})$/.test(text)) return text
  throw invalid(`${field}.${name}`, 'must be a whole number, written as a text')
}

/** In base64, as WalletConnect has them, in hex, or as a list of bytes, as JSON makes of an array. */
function bytesOf(doc: Record<string, unknown>, name: string, other: string): Uint8Array {
  const value = doc[name] ?? doc[other]
  if (typeof value === 'string') {
    if (/^(0x)?([0-9a-f]{2})+$/i.test(value)) {
      const bytes = Buffer.from(value.replace(/^0x/i, ''), 'hex')
      // Some texts can be read as both; only one of them is a message.
      if (value.startsWith('0x') || protoFields(bytes)) return Uint8Array.from(bytes)
    }
    const bytes = Buffer.from(value, 'base64')
    if (value !== '' && bytes.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, ''))
      return Uint8Array.from(bytes)
    throw invalid(`${field}.${name}`, 'is neither base64 nor hex')
  }
  const list = typeof value === 'object' && value !== null ? Object.values(value) : undefined
  if (list?.length && list.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    return Uint8Array.from(list as number[])
  throw invalid(`${field}.${name}`, value === undefined ? 'is missing' : 'must be bytes, in base64')
}

function fieldsOf(bytes: Uint8Array, name: string): readonly ProtoField[] {
  const fields = protoFields(bytes)
  if (fields) return fields
  throw invalid(`${field}.${name}`, 'is not a protobuf message')
}
