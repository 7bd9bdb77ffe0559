import type { ProtoMember, ProtoSchema } from '../strict-proto.ts'

type Member = readonly [name: string, kind?: ProtoMember['kind'], repeated?: 'repeated']

/** Creates a schema of fields in the order of their protobuf numbers, starting at 1. Undefined stands for an unused number. */
function schema(...members: readonly (Member | undefined)[]): ProtoSchema {
  return Object.fromEntries(
    members.flatMap((member, at) => {
      if (!member) return []
      const [name, kind = 'text', repeated] = member
      return [[at + 1, { name, kind, repeated: repeated !== undefined }] as const]
    }),
  )
}

/** `google.protobuf.Any`. The type decides how to read the value. */
const anySchema = schema(['type_url'], ['value', 'bytes'])
/** `cosmos.base.v1beta1.Coin` */
const coinSchema = schema(['denom'], ['amount'])
/** `google.protobuf.Timestamp` */
const timeSchema = schema(['seconds', 'number'], ['nanos', 'number'])

/**
 * `cosmos.tx.v1beta1.TxBody`. The numbers of the extension options are much higher, so these fields follow the list of the other
 * fields.
 */
export const bodySchema: ProtoSchema = {
  ...schema(
    ['messages', anySchema, 'repeated'],
    ['memo'],
    ['timeout_height', 'number'],
    ['unordered', 'flag'],
    ['timeout_timestamp', timeSchema],
  ),
  1023: { name: 'extension_options', kind: anySchema, repeated: true },
  2047: { name: 'non_critical_extension_options', kind: anySchema, repeated: true },
}

const singleMode: Member = ['single', schema(['mode', 'number'])]
/** The signing mode of a multisig, with one mode per key. Multisigs inside multisigs aren't supported. */
const multiMode: Member = [
  'multi',
  schema(
    ['bitarray', schema(['extra_bits_stored', 'number'], ['elems', 'bytes'])],
    ['mode_infos', schema(singleMode), 'repeated'],
  ),
]

/** `cosmos.tx.v1beta1.AuthInfo` */
export const authInfoSchema = schema(
  [
    'signer_infos',
    schema(['public_key', anySchema], ['mode_info', schema(singleMode, multiMode)], ['sequence', 'number']),
    'repeated',
  ],
  ['fee', schema(['amount', coinSchema, 'repeated'], ['gas_limit', 'number'], ['payer'], ['granter'])],
  ['tip', schema(['amount', coinSchema, 'repeated'], ['tipper'])],
)

const staking = schema(['delegator_address'], ['validator_address'], ['amount', coinSchema])

/** The messages that are shown in full. Their first field is the signer. */
export const messageSchemas: Readonly<Record<string, ProtoSchema>> = {
  '/cosmos.bank.v1beta1.MsgSend': schema(
    ['from_address'],
    ['to_address'],
    ['amount', coinSchema, 'repeated'],
  ),
  '/cosmos.staking.v1beta1.MsgDelegate': staking,
  '/cosmos.staking.v1beta1.MsgUndelegate': staking,
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': schema(
    ['delegator_address'],
    ['validator_src_address'],
    ['validator_dst_address'],
    ['amount', coinSchema],
  ),
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': schema(
    ['delegator_address'],
    ['validator_address'],
  ),
  '/cosmwasm.wasm.v1.MsgExecuteContract': schema(['sender'], ['contract'], ['msg', 'bytes'], undefined, [
    'funds',
    coinSchema,
    'repeated',
  ]),
}

/**
 * The messages with a described effect: those above, and messages that pay several accounts, grant or revoke rights, contain
 * messages, or transfer to another network.
 */
export const actionSchemas: Readonly<Record<string, ProtoSchema>> = {
  ...messageSchemas,
  '/cosmos.bank.v1beta1.MsgMultiSend': schema(
    ['inputs', schema(['address'], ['coins', coinSchema, 'repeated']), 'repeated'],
    ['outputs', schema(['address'], ['coins', coinSchema, 'repeated']), 'repeated'],
  ),
  '/cosmos.authz.v1beta1.MsgGrant': schema(
    ['granter'],
    ['grantee'],
    ['grant', schema(['authorization', anySchema], ['expiration', timeSchema])],
  ),
  '/cosmos.authz.v1beta1.MsgRevoke': schema(['granter'], ['grantee'], ['msg_type_url']),
  '/cosmos.authz.v1beta1.MsgExec': schema(['grantee'], ['msgs', anySchema, 'repeated']),
  '/cosmos.feegrant.v1beta1.MsgGrantAllowance': schema(['granter'], ['grantee'], ['allowance', anySchema]),
  '/ibc.applications.transfer.v1.MsgTransfer': schema(
    ['source_port'],
    ['source_channel'],
    ['token', coinSchema],
    ['sender'],
    ['receiver'],
    ['timeout_height', schema(['revision_number', 'number'], ['revision_height', 'number'])],
    ['timeout_timestamp', 'number'],
    ['memo'],
    ['encoding'],
  ),
}

const validatorsSchema = schema(['address', 'text', 'repeated'])

/**
 * The rights of a grant and the allowance of a fee grant that are described in full. Messages contain them as
 * `google.protobuf.Any`.
 */
export const termsSchemas = {
  '/cosmos.bank.v1beta1.SendAuthorization': schema(
    ['spend_limit', coinSchema, 'repeated'],
    ['allow_list', 'text', 'repeated'],
  ),
  '/cosmos.authz.v1beta1.GenericAuthorization': schema(['msg']),
  '/cosmos.staking.v1beta1.StakeAuthorization': schema(
    ['max_tokens', coinSchema],
    ['allow_list', validatorsSchema],
    ['deny_list', validatorsSchema],
    ['authorization_type', 'number'],
  ),
  '/cosmos.feegrant.v1beta1.BasicAllowance': schema(
    ['spend_limit', coinSchema, 'repeated'],
    ['expiration', timeSchema],
  ),
}
