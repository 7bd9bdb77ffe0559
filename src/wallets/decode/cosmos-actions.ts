import { bytesIn, decodeProto, numberIn, type ProtoField, textIn } from '../../core/protobuf.ts'
import { coinsOf } from './cosmos/cosmos-coins.ts'
import type { Coin, CosmosMessage } from './cosmos/cosmos-doc.ts'
import { actionSchemas, termsSchemas } from './cosmos/cosmos-schemas.ts'
import { strictProto } from './strict-proto.ts'

/** The right that a grant gives to another account. */
export type GrantedRight =
  | { readonly kind: 'send'; readonly limit: readonly Coin[]; readonly to: readonly string[] }
  /** The right to send all messages of a type, without a limit. */
  | { readonly kind: 'message'; readonly type: string }
  | { readonly kind: 'stake'; readonly limit: Coin | undefined }
  | { readonly kind: 'unknown'; readonly type: string }

/** The effect of a message. Times are Unix seconds. */
export type CosmosAction =
  | { readonly kind: 'send'; readonly from: string; readonly to: string; readonly coins: readonly Coin[] }
  | {
      readonly kind: 'ibc'
      readonly from: string
      readonly to: string
      readonly coin: Coin
      readonly channel: string
      /** The note of the payment. Some chains run an instruction in the note, such as another transfer. */
      readonly memo: string
    }
  | {
      readonly kind: 'grant'
      readonly granter: string
      readonly grantee: string
      readonly right: GrantedRight
      readonly until: bigint | undefined
    }
  | { readonly kind: 'revoke'; readonly grantee: string; readonly type: string }
  | { readonly kind: 'grant-fees'; readonly grantee: string; readonly limit: readonly Coin[] | undefined }
  /** Messages that the account sends with rights that other accounts granted. */
  | { readonly kind: 'exec'; readonly actions: readonly CosmosAction[] }
  | {
      readonly kind: 'stake'
      readonly verb: 'delegate' | 'undelegate' | 'redelegate'
      readonly validator: string
      readonly coin: Coin
    }
  | { readonly kind: 'rewards'; readonly validator: string }
  | { readonly kind: 'contract'; readonly contract: string; readonly funds: readonly Coin[] }
  | { readonly kind: 'unknown'; readonly type: string }

/** The deepest nesting of messages. Chains limit nesting too. Deeper messages are shown as unknown. */
const deepest = 8

/**
 * Returns the effects of a message. The effect is `unknown` if this wallet doesn't know the message, or the message isn't in
 * the canonical form.
 */
export function cosmosActions({ type, raw }: Pick<CosmosMessage, 'type' | 'raw'>): readonly CosmosAction[] {
  try {
    return raw instanceof Uint8Array ? ofProto(type, raw, 0) : ofAmino(type, raw, 0)
  } catch {
    return [{ kind: 'unknown', type }]
  }
}

function ofProto(type: string, bytes: Uint8Array, depth: number): readonly CosmosAction[] {
  const schema = Object.hasOwn(actionSchemas, type) ? actionSchemas[type] : undefined
  if (!schema || depth > deepest) return [{ kind: 'unknown', type }]
  const fields = strictProto(bytes, schema, 'message')
  const text = (number: number) => textIn(fields, number) ?? ''
  const coins = (number: number) => coinsIn(fields, number)
  switch (type) {
    case '/cosmos.bank.v1beta1.MsgSend':
      return [{ kind: 'send', from: text(1), to: text(2), coins: coins(3) }]
    case '/cosmos.bank.v1beta1.MsgMultiSend': {
      const input = single(bytesIn(fields, 1).map(read))
      return bytesIn(fields, 2)
        .map(read)
        .map((output) => ({
          kind: 'send',
          from: textIn(input, 1) ?? '',
          to: textIn(output, 1) ?? '',
          coins: coinsIn(output, 2),
        }))
    }
    case '/ibc.applications.transfer.v1.MsgTransfer':
      return [ibc(text(4), text(5), coins(3), text(2), text(8))]
    case '/cosmos.authz.v1beta1.MsgGrant': {
      const grant = read(bytesIn(fields, 3)[0])
      const expiry = bytesIn(grant, 2)[0]
      return [
        {
          kind: 'grant',
          granter: text(1),
          grantee: text(2),
          right: rightOf(read(bytesIn(grant, 1)[0])),
          until: expiry && numberIn(read(expiry), 1),
        },
      ]
    }
    case '/cosmos.authz.v1beta1.MsgRevoke':
      return [{ kind: 'revoke', grantee: text(2), type: text(3) }]
    case '/cosmos.authz.v1beta1.MsgExec':
      return [
        {
          kind: 'exec',
          actions: bytesIn(fields, 2)
            .map(read)
            .flatMap((any) =>
              ofProto(textIn(any, 1) ?? '', bytesIn(any, 2)[0] ?? new Uint8Array(), depth + 1),
            ),
        },
      ]
    case '/cosmos.feegrant.v1beta1.MsgGrantAllowance': {
      const any = read(bytesIn(fields, 3)[0])
      const basic = textIn(any, 1) === '/cosmos.feegrant.v1beta1.BasicAllowance'
      const limit = basic ? coinsIn(terms(any, '/cosmos.feegrant.v1beta1.BasicAllowance'), 1) : []
      return [{ kind: 'grant-fees', grantee: text(2), limit: limit.length > 0 ? limit : undefined }]
    }
    case '/cosmos.staking.v1beta1.MsgDelegate':
      return [stake('delegate', text(2), coins(3))]
    case '/cosmos.staking.v1beta1.MsgUndelegate':
      return [stake('undelegate', text(2), coins(3))]
    case '/cosmos.staking.v1beta1.MsgBeginRedelegate':
      return [stake('redelegate', text(3), coins(4))]
    case '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward':
      return [{ kind: 'rewards', validator: text(2) }]
    case '/cosmwasm.wasm.v1.MsgExecuteContract':
      return [{ kind: 'contract', contract: text(2), funds: coins(5) }]
    default:
      return [{ kind: 'unknown', type }]
  }
}

/** Reads the right that a grant gives. The right is encoded as `google.protobuf.Any`. */
function rightOf(any: readonly ProtoField[]): GrantedRight {
  const type = textIn(any, 1) ?? ''
  switch (type) {
    case '/cosmos.bank.v1beta1.SendAuthorization': {
      const value = terms(any, type)
      return { kind: 'send', limit: coinsIn(value, 1), to: bytesIn(value, 2).map(utf8) }
    }
    case '/cosmos.authz.v1beta1.GenericAuthorization':
      return { kind: 'message', type: textIn(terms(any, type), 1) ?? '' }
    case '/cosmos.staking.v1beta1.StakeAuthorization':
      return { kind: 'stake', limit: coinsIn(terms(any, type), 1)[0] }
    default:
      return { kind: 'unknown', type }
  }
}

/** Returns the fields of a right or an allowance of a known type. Throws if it isn't in the canonical form. */
function terms(any: readonly ProtoField[], type: keyof typeof termsSchemas): readonly ProtoField[] {
  return strictProto(bytesIn(any, 2)[0] ?? new Uint8Array(), termsSchemas[type], type)
}

type Values = Readonly<Record<string, unknown>>

const transferMembers = [
  'source_port',
  'source_channel',
  'token',
  'sender',
  'receiver',
  'timeout_height',
  'timeout_timestamp',
  'memo',
  'encoding',
] as const
/** Libraries write the list of validators as `Validators`, `allow_list` or `deny_list`. */
const stakeMembers = ['max_tokens', 'authorization_type', 'Validators', 'allow_list', 'deny_list'] as const

/** Returns the effects of an Amino message. Throws for an invalid or unexpected member, which the effects would hide. */
function ofAmino(type: string, value: Values, depth: number): readonly CosmosAction[] {
  if (depth > deepest) return [{ kind: 'unknown', type }]
  switch (type) {
    case 'cosmos-sdk/MsgSend': {
      const { from_address, to_address, amount } = only(value, 'from_address', 'to_address', 'amount')
      return [{ kind: 'send', from: text(from_address), to: text(to_address), coins: coinsOf(amount, '') }]
    }
    case 'cosmos-sdk/MsgMultiSend': {
      const { inputs, outputs } = only(value, 'inputs', 'outputs')
      const from = only(single(list(inputs)), 'address', 'coins')
      return list(outputs).map((output) => {
        const { address, coins } = only(output, 'address', 'coins')
        return { kind: 'send', from: text(from.address), to: text(address), coins: coinsOf(coins, '') }
      })
    }
    case 'cosmos-sdk/MsgTransfer': {
      const { token, sender, receiver, source_channel, memo, timeout_height } = only(
        value,
        ...transferMembers,
      )
      only(timeout_height ?? {}, 'revision_number', 'revision_height')
      return [ibc(text(sender), text(receiver), coinsOf([token], ''), text(source_channel), text(memo ?? ''))]
    }
    case 'cosmos-sdk/MsgGrant': {
      const { granter, grantee, grant } = only(value, 'granter', 'grantee', 'grant')
      const { authorization, expiration } = only(grant, 'authorization', 'expiration')
      const until = expiration === undefined || expiration === null ? undefined : secondsOf(expiration)
      return [
        {
          kind: 'grant',
          granter: text(granter),
          grantee: text(grantee),
          right: aminoRight(authorization),
          until,
        },
      ]
    }
    case 'cosmos-sdk/MsgRevoke': {
      const { grantee, msg_type_url } = only(value, 'granter', 'grantee', 'msg_type_url')
      return [{ kind: 'revoke', grantee: text(grantee), type: text(msg_type_url) }]
    }
    case 'cosmos-sdk/MsgExec': {
      const { msgs } = only(value, 'grantee', 'msgs')
      const actions = list(msgs).flatMap((message) => {
        const inner = only(message, 'type', 'value')
        return ofAmino(text(inner.type), object(inner.value), depth + 1)
      })
      return [{ kind: 'exec', actions }]
    }
    case 'cosmos-sdk/MsgGrantAllowance': {
      const { allowance, grantee } = only(value, 'granter', 'grantee', 'allowance')
      const { type: kind, value: terms } = only(allowance, 'type', 'value')
      const basic = kind === 'cosmos-sdk/BasicAllowance'
      const limit = basic ? coinsOf(only(terms, 'spend_limit', 'expiration').spend_limit ?? [], '') : []
      return [{ kind: 'grant-fees', grantee: text(grantee), limit: limit.length > 0 ? limit : undefined }]
    }
    case 'cosmos-sdk/MsgDelegate':
    case 'cosmos-sdk/MsgUndelegate': {
      const { validator_address, amount } = only(value, 'delegator_address', 'validator_address', 'amount')
      const verb = type === 'cosmos-sdk/MsgDelegate' ? 'delegate' : 'undelegate'
      return [stake(verb, text(validator_address), coinsOf([amount], ''))]
    }
    case 'cosmos-sdk/MsgBeginRedelegate': {
      const { validator_dst_address, amount } = only(
        value,
        'delegator_address',
        'validator_src_address',
        'validator_dst_address',
        'amount',
      )
      return [stake('redelegate', text(validator_dst_address), coinsOf([amount], ''))]
    }
    case 'cosmos-sdk/MsgWithdrawDelegationReward':
    case 'cosmos-sdk/MsgWithdrawDelegatorReward': {
      const { validator_address } = only(value, 'delegator_address', 'validator_address')
      return [{ kind: 'rewards', validator: text(validator_address) }]
    }
    case 'wasm/MsgExecuteContract': {
      const { contract, funds } = only(value, 'sender', 'contract', 'msg', 'funds')
      return [{ kind: 'contract', contract: text(contract), funds: coinsOf(funds ?? [], '') }]
    }
    default:
      return [{ kind: 'unknown', type }]
  }
}

function aminoRight(authorization: unknown): GrantedRight {
  const { type, value } = only(authorization, 'type', 'value')
  switch (type) {
    case 'cosmos-sdk/SendAuthorization': {
      const { spend_limit, allow_list } = only(value, 'spend_limit', 'allow_list')
      return {
        kind: 'send',
        limit: coinsOf(spend_limit ?? [], ''),
        to: ((allow_list ?? []) as readonly unknown[]).map(text),
      }
    }
    case 'cosmos-sdk/GenericAuthorization':
      return { kind: 'message', type: text(only(value, 'msg').msg) }
    case 'cosmos-sdk/StakeAuthorization': {
      const { max_tokens } = only(value, ...stakeMembers)
      return { kind: 'stake', limit: max_tokens ? coinsOf([max_tokens], '')[0] : undefined }
    }
    default:
      return { kind: 'unknown', type: text(type) }
  }
}

function ibc(from: string, to: string, [coin]: readonly Coin[], channel: string, memo: string): CosmosAction {
  if (!coin) throw new RangeError('the coin is missing')
  return { kind: 'ibc', from, to, coin, channel, memo }
}

function stake(
  verb: 'delegate' | 'undelegate' | 'redelegate',
  validator: string,
  [coin]: readonly Coin[],
): CosmosAction {
  if (!coin) throw new RangeError('the amount is missing')
  return { kind: 'stake', verb, validator, coin }
}

function secondsOf(time: unknown): bigint {
  const ms = Date.parse(text(time))
  if (Number.isNaN(ms)) throw new RangeError("it isn't a time")
  return BigInt(Math.floor(ms / 1000))
}

/** Returns the value as an object. Throws if it has other members than these. */
function only<K extends string>(
  value: unknown,
  ...names: readonly K[]
): Readonly<Partial<Record<K, unknown>>> {
  const found = object(value)
  if (Object.keys(found).some((name) => !names.includes(name as K)))
    throw new RangeError('it has more members')
  return found as Readonly<Partial<Record<K, unknown>>>
}

function object(value: unknown): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values
  throw new RangeError("it isn't an object")
}

/** Returns the only item. A message with several senders needs the signature of each, and only one is shown. */
function single<T>(items: readonly T[]): T {
  const [item, ...more] = items
  if (item === undefined || more.length > 0) throw new RangeError("it isn't a single item")
  return item
}

function list(value: unknown): readonly Values[] {
  if (Array.isArray(value)) return value.map(object)
  throw new RangeError("it isn't a list")
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new RangeError("it isn't a text")
}

function coinsIn(fields: readonly ProtoField[], number: number): readonly Coin[] {
  return coinsOf(
    bytesIn(fields, number)
      .map(read)
      .map((coin) => ({ denom: textIn(coin, 1), amount: textIn(coin, 2) })),
    '',
  )
}

function read(bytes: Uint8Array | undefined): readonly ProtoField[] {
  return (bytes && decodeProto(bytes)) ?? []
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
