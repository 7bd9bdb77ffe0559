import { anyOf, coinBytes } from '../../adapters/cosmos/sign-doc.ts'
import { encodeProto } from '../../core/protobuf.ts'
import { isPlainCoin } from '../decode/cosmos/cosmos-coins.ts'
import type { CosmosMessage } from '../decode/cosmos/cosmos-doc.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The protobuf type of an Amino message, and its fields in ascending order. A field has a number, its name in Amino, and the kind
 * of its value.
 */
type Form = readonly [type: string, ...fields: readonly (readonly [number, string, keyof typeof encoders])[]]

const encoders = {
  text: (value: unknown) => (typeof value === 'string' ? [value] : undefined),
  coin: (value: unknown) => (isPlainCoin(value) ? [coinBytes(value)] : undefined),
  coins: (value: unknown) =>
    Array.isArray(value) && value.every(isPlainCoin) ? value.map(coinBytes) : undefined,
  number: (value: unknown) => {
    const number = numberOf(value)
    return number === undefined ? undefined : [number]
  },
  height(value: unknown) {
    const { revision_number = '0', revision_height = '0', ...more } = Object(value) as Values
    const [first, second] = [numberOf(revision_number), numberOf(revision_height)]
    if (first === undefined || second === undefined || Object.keys(more).length > 0) return undefined
    // Encode the field even if both numbers are zero, because networks do so.
    return [encodeProto([1, first], [2, second])]
  },
} as const

const staking = '/cosmos.staking.v1beta1.'
const stake: Form = [
  `${staking}MsgDelegate`,
  [1, 'delegator_address', 'text'],
  [2, 'validator_address', 'text'],
  [3, 'amount', 'coin'],
]
const rewards: Form = [
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward',
  [1, 'delegator_address', 'text'],
  [2, 'validator_address', 'text'],
]

const forms: Readonly<Record<string, Form>> = {
  'cosmos-sdk/MsgSend': [
    '/cosmos.bank.v1beta1.MsgSend',
    [1, 'from_address', 'text'],
    [2, 'to_address', 'text'],
    [3, 'amount', 'coins'],
  ],
  'cosmos-sdk/MsgTransfer': [
    '/ibc.applications.transfer.v1.MsgTransfer',
    [1, 'source_port', 'text'],
    [2, 'source_channel', 'text'],
    [3, 'token', 'coin'],
    [4, 'sender', 'text'],
    [5, 'receiver', 'text'],
    [6, 'timeout_height', 'height'],
    [7, 'timeout_timestamp', 'number'],
    [8, 'memo', 'text'],
  ],
  'cosmos-sdk/MsgDelegate': stake,
  'cosmos-sdk/MsgUndelegate': [`${staking}MsgUndelegate`, ...(stake.slice(1) as never[])],
  'cosmos-sdk/MsgBeginRedelegate': [
    `${staking}MsgBeginRedelegate`,
    [1, 'delegator_address', 'text'],
    [2, 'validator_src_address', 'text'],
    [3, 'validator_dst_address', 'text'],
    [4, 'amount', 'coin'],
  ],
  'cosmos-sdk/MsgWithdrawDelegationReward': rewards,
  'cosmos-sdk/MsgWithdrawDelegatorReward': rewards,
}

/**
 * Converts an Amino message to a `google.protobuf.Any`. Returns undefined for a message of an unknown type, or with unknown or
 * invalid members.
 */
export function aminoAny({ type, raw }: Pick<CosmosMessage, 'type' | 'raw'>): Uint8Array | undefined {
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined
  if (!form || raw instanceof Uint8Array) return undefined
  const [typeUrl, ...fields] = form
  if (Object.keys(raw).some((name) => !fields.some(([, member]) => member === name))) return undefined
  const parts: [number, bigint | string | Uint8Array][] = []
  for (const [number, member, kind] of fields) {
    // Amino omits zero values.
    if (raw[member] === undefined) continue
    const values = encoders[kind](raw[member])
    if (!values) return undefined
    for (const value of values) parts.push([number, value])
  }
  return anyOf(typeUrl, encodeProto(...parts))
}

function numberOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,19}$/.test(value) ? BigInt(value) : undefined
}
