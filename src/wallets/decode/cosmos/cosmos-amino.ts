import { base64 } from '@scure/base'
import { objectAt, refused, textAt } from '../refused.ts'
import { refuseTransaction } from '../transaction-bytes.ts'
import { coinsOf, coinText, integerText, isPlainCoin } from './cosmos-coins.ts'
import type { CosmosDoc, CosmosMessage } from './cosmos-doc.ts'

/** The names of the fields that name the signer of an Amino message. */
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
const members = ['chain_id', 'account_number', 'sequence', 'timeout_height', 'fee', 'tip', 'msgs', 'memo']

/** Decodes a `StdSignDoc`. A message to sign is a `StdSignDoc` in the form of ADR-36. */
export function decodeAminoDoc(doc: Readonly<Record<string, unknown>>, field: string): CosmosDoc {
  // Refuse `__proto__`: the signing library would drop this field and sign something else.
  JSON.stringify(doc, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
      throw refused(`${field}.__proto__`, "isn't a valid member name")
    return value
  })
  const chainId = textAt(doc.chain_id, `${field}.chain_id`)
  const accountNumber = integerText(doc.account_number, `${field}.account_number`, true)
  const sequence = integerText(doc.sequence, `${field}.sequence`, true)
  const memo = textAt(doc.memo, `${field}.memo`)
  const { amount, gas, payer = '', granter = '', ...feeRest } = objectAt(doc.fee, `${field}.fee`)
  const [stray] = Object.keys(feeRest)
  if (stray !== undefined) throw refused(`${field}.fee.${stray}`, "isn't a field of a fee")
  if (!Array.isArray(doc.msgs) || doc.msgs.length === 0)
    throw refused(`${field}.msgs`, 'must be an array with at least one message')
  const messages = doc.msgs.map((message: unknown, index) => messageOf(message, `${field}.msgs[${index}]`))
  const extra = Object.keys(doc).find((name) => !members.includes(name))
  if (extra !== undefined) throw refused(`${field}.${extra}`, "isn't a field of an Amino document")
  const shared = {
    doc,
    chainId,
    accountNumber,
    sequence,
    messages,
    memo,
    fee: {
      amount: coinsOf(amount, `${field}.fee.amount`),
      gas: integerText(gas, `${field}.fee.gas`, true),
      payer: textAt(payer, `${field}.fee.payer`),
      granter: textAt(granter, `${field}.fee.granter`),
    },
    tip: doc.tip === undefined ? undefined : tipOf(doc.tip, `${field}.tip`),
    unordered: false,
    extensions: [],
    timeoutHeight:
      doc.timeout_height === undefined
        ? '0'
        : integerText(doc.timeout_height, `${field}.timeout_height`, true),
  }
  // Refuse `sign/MsgSignData` together with other messages: the user would see only the data to sign, and not the other messages.
  if (!messages.some(({ type }) => type === 'sign/MsgSignData')) return { mode: 'amino', ...shared }
  return { mode: 'adr36', ...shared, data: adr36Data(shared, field) }
}

function messageOf(message: unknown, field: string): CosmosMessage {
  const { type: name, value, ...rest } = objectAt(message, field)
  const [extra] = Object.keys(rest)
  if (extra !== undefined) throw refused(`${field}.${extra}`, "isn't a field of a message")
  const values = objectAt(value, `${field}.value`)
  const type = textAt(name, `${field}.type`)
  const signer = signerNames.find((each) => typeof values[each] === 'string')
  const { from_address: from, to_address: to, amount } = values
  const isSend = type === 'cosmos-sdk/MsgSend' && Array.isArray(amount) && amount.every(isPlainCoin)
  return {
    type,
    values: Object.entries(values).map(([each, one]) => [each, memberText(one)]),
    transfer:
      isSend && typeof from === 'string' && typeof to === 'string' && Object.keys(values).length === 3
        ? { from, to, coins: amount }
        : undefined,
    signer: signer ? { field: `${field}.value.${signer}`, address: String(values[signer]) } : undefined,
    raw: values,
  }
}

function tipOf(tip: unknown, field: string): NonNullable<CosmosDoc['tip']> {
  const { amount, tipper, ...rest } = objectAt(tip, field)
  const [extra] = Object.keys(rest)
  if (extra !== undefined) throw refused(`${field}.${extra}`, "isn't a field of a tip")
  return { amount: coinsOf(amount, `${field}.amount`), tipper: textAt(tipper, `${field}.tipper`) }
}

/** Returns the data of an ADR-36 document. All other fields must be empty. */
function adr36Data(
  { chainId, accountNumber, sequence, memo, fee, tip, timeoutHeight, messages }: Omit<CosmosDoc, 'mode'>,
  field: string,
): Uint8Array {
  const fault = (name: string, reason: string) => refused(`${field}.${name}`, `${reason}, by ADR-36`)
  if (messages.length !== 1) throw fault('msgs', 'must be one message')
  if (chainId !== '') throw fault('chain_id', 'must be empty')
  if (accountNumber !== '0') throw fault('account_number', 'must be 0')
  if (sequence !== '0') throw fault('sequence', 'must be 0')
  if (memo !== '') throw fault('memo', 'must be empty')
  if (timeoutHeight !== '0') throw fault('timeout_height', 'must be absent')
  if (fee.gas !== '0' || fee.amount.length > 0 || fee.payer || fee.granter || tip)
    throw fault('fee', 'must be nothing')
  const { data, signer, ...rest } = (messages[0]?.raw ?? {}) as Readonly<Record<string, unknown>>
  // Refuse other members, because the signature would cover them although the user sees only the data.
  const [extra] = Object.keys(rest)
  if (extra !== undefined) throw fault(`msgs[0].value.${extra}`, 'must be absent')
  if (typeof signer !== 'string') throw fault('msgs[0].value.signer', 'must be the account')
  const bytes = typeof data === 'string' ? base64Bytes(data) : undefined
  if (!bytes || bytes.length === 0) throw fault('msgs[0].value.data', 'must be non-empty base64')
  refuseTransaction('cosmos', bytes)
  return bytes
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

function memberText(value: unknown): string {
  const coins = Array.isArray(value) ? value : [value]
  if (coins.length > 0 && coins.every(isPlainCoin)) return coins.map(coinText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
