import type { ChainNetwork } from '../../core/chain/network.ts'
import {
  type CodeAuthorization,
  codeAuthorizations,
  decodeEip155Call,
  type Eip155Call,
} from '../decode/eip155.ts'
import type { Eip155Action } from '../decode/eip155-action.ts'
import { eip155Actions } from '../decode/eip155-actions.ts'
import { messageBytes, messageText } from '../decode/message.ts'
import { refused } from '../decode/refused.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { typedActions } from '../decode/typed-actions.ts'
import { decodeTypedData } from '../decode/typed-data.ts'
import { type Draft, messageSummary, nativeAmount, type Params, type Row } from './described.ts'
import { type Effect, messageEffects, plain } from './effect.ts'
import { eip155Effect, tokensIn } from './eip155-effects.ts'
import { describeGrant, describeRevocation } from './permissions.ts'
import { type TokenOf, tokensOf } from './token.ts'

/** What the description needs besides the request. */
interface Facts {
  /** The maximum fee of a smart account's user operation, and the contract that pays it (`paymaster`). */
  readonly fee?: bigint | undefined
  readonly paymaster?: string | undefined
  readonly tokenOf?: TokenOf | undefined
}

export async function describeEip155(
  method: string,
  list: readonly unknown[],
  network: ChainNetwork | undefined,
  facts: Facts = {},
): Promise<Draft | undefined> {
  const [first, second] = list
  const fields = (typeof first === 'object' && first !== null ? first : {}) as Params
  switch (method) {
    case 'personal_sign': {
      const bytes = messageBytes(String(first))
      refuseTransaction('eip155', bytes)
      return {
        title: 'sign a message',
        summary: messageSummary(messageText(bytes), second),
        rows: [['account', String(second)]],
        body: messageText(bytes),
        effects: messageEffects(bytes),
      }
    }
    case 'eth_signTypedData_v4':
      return typedData(String(first), second, network, facts)
    case 'eth_sendTransaction':
      return fields.authorizationList === undefined
        ? transaction(decodeEip155Call(fields), network, facts)
        : withAuthorizations(fields, network, facts)
    case 'wallet_sendCalls':
      return batch(fields, network, facts)
    case 'wallet_grantPermissions':
      return describeGrant(list, network)
    case 'wallet_revokePermissions':
      return (
        describeRevocation(list) ?? {
          title: `answer ${method}`,
          rows: [],
          effects: [plain("End the page's permission to see accounts")],
        }
      )
    case 'wallet_switchEthereumChain':
      return {
        title: 'switch to another network',
        summary: `switch to the network eip155:${Number(fields.chainId)}`,
        rows: [['new network', `eip155:${Number(fields.chainId)}`]],
        effects: [plain(`Switch to the network eip155:${Number(fields.chainId)}`)],
      }
    case 'wallet_addEthereumChain':
    case 'wallet_requestPermissions':
    case 'wallet_getPermissions':
      return { title: `answer ${method}`, rows: [], effects: [plain(`Answer ${method}`)] }
    default:
      return undefined
  }
}

async function typedData(
  account: string,
  input: unknown,
  network: ChainNetwork | undefined,
  { tokenOf }: Facts,
): Promise<Draft> {
  const decoded = decodeTypedData(typeof input === 'string' ? input : JSON.stringify(input))
  const { domain, primaryType, message, notSigned } = decoded
  return {
    title: 'sign typed data',
    summary: `sign typed data of the type ${primaryType} with ${account}`,
    rows: [
      ['account', account],
      [
        'for',
        Object.entries(domain)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ') || 'every page and every chain: it has no domain',
      ],
      ['type', primaryType],
      ...notSigned.map((path) => ['NOT signed', path] as const),
    ],
    body: JSON.stringify(message, null, 2),
    effects: await effectsOf(typedActions(decoded), { account, network, tokenOf, signed: true }),
  }
}

interface EffectFacts extends Pick<Facts, 'tokenOf'> {
  readonly account: string | undefined
  readonly network: ChainNetwork | undefined
  readonly signed?: boolean
}

/** Describes the actions. Looks up tokens first, so that amounts are in the tokens' units. */
async function effectsOf(
  actions: readonly Eip155Action[],
  { tokenOf, ...facts }: EffectFacts,
): Promise<readonly Effect[]> {
  const tokens = await tokensOf(tokensIn(actions), tokenOf)
  return actions.map((action) => eip155Effect(action, { ...facts, tokens }))
}

/** Describes calls of one account. */
function callEffects(calls: readonly Eip155Call[], account: string | undefined, facts: EffectFacts) {
  const inner = calls.map(({ to, value, data }) => ({ to, value, data: data?.hex ?? '0x' }))
  return effectsOf(eip155Actions(inner, account), facts)
}

async function transaction(
  call: Eip155Call,
  network: ChainNetwork | undefined,
  { fee, paymaster, tokenOf }: Facts,
): Promise<Draft> {
  const receiver = call.to ?? 'a new contract'
  const amount = nativeAmount(call.value, network)
  return {
    title: 'send a transaction',
    summary: call.data
      ? `call ${call.data.token?.name ?? call.data.selector} of ${receiver} with ${amount}`
      : `send ${amount} to ${receiver}`,
    rows: [...callRows(call, network), ...payerRows(paymaster)],
    effects: await callEffects([call], call.from, { account: call.from, network, tokenOf }),
    cost: { fee: fee ?? call.fee, amount: call.value, unknown: 'the page leaves the fee to the wallet' },
  }
}

/** Describes a transaction of type 4 (EIP-7702). This library's wallets don't sign it, but other wallets can use this description. */
async function withAuthorizations(
  { authorizationList, type, ...fields }: Params,
  network: ChainNetwork | undefined,
  facts: Facts,
): Promise<Draft> {
  const all = codeAuthorizations(authorizationList)
  if (type !== undefined && type !== '0x4')
    throw refused('transaction.type', "isn't 4, the type with authorizations")
  const call = decodeEip155Call(fields)
  const draft = await transaction(call, network, facts)
  const where = ({ chainId }: CodeAuthorization) => (chainId === 0n ? 'every network' : `eip155:${chainId}`)
  const actions = all.map((each): Eip155Action => {
    const change = /^0x0+$/.test(each.code) ? 'drop-account-code' : 'account-code'
    return { kind: 'control', change, contract: call.from ?? '', to: each.code, detail: where(each) }
  })
  const rows = all.map(
    (each): Row => ['authorization', `${each.code} on ${where(each)}, nonce ${each.nonce}`],
  )
  return {
    ...draft,
    rows: [...draft.rows, ...rows],
    effects: [...(await effectsOf(actions, { account: call.from, network })), ...draft.effects],
  }
}

function payerRows(paymaster: string | undefined): readonly Row[] {
  return paymaster === undefined ? [] : [['fee paid by', paymaster]]
}

function callRows(
  { from, to, value, data, nonce }: Eip155Call,
  network: ChainNetwork | undefined,
): readonly Row[] {
  return [
    ...(from === undefined ? [] : [['from', from] as const]),
    ['to', to ?? 'a new contract'],
    ['amount', nativeAmount(value, network)],
    ...(data ? [['data', `${data.bytes} bytes, calls ${data.selector}`] as const] : []),
    ...(data?.token?.args.map(([name, arg]) => [`${data.token?.name} ${name}`, arg] as const) ?? []),
    ...(nonce === undefined ? [] : [['nonce', String(nonce)] as const]),
  ]
}

/** Describes a batch (EIP-5792). */
async function batch(
  { from, calls, atomicRequired }: Params,
  network: ChainNetwork | undefined,
  { fee, paymaster, tokenOf }: Facts,
): Promise<Draft> {
  if (!Array.isArray(calls)) throw refused('calls', 'must be an array')
  const decoded = (calls as readonly Params[]).map((call, at) => decodeEip155Call(call, `calls[${at}]`))
  const each = decoded.map((call, at) =>
    callRows(call, network).map(([name, value]) => [`${at + 1}. ${name}`, value] as const),
  )
  const fees = decoded.map(({ fee }) => fee)
  const known = fees.every((fee) => fee !== undefined)
  const account = from === undefined ? undefined : String(from)
  const sum = decoded.reduce((total, { value }) => total + value, 0n)
  return {
    title: `send ${each.length} calls`,
    summary: `send ${each.length} calls with ${nativeAmount(sum, network)} in total`,
    rows: [
      ['from', from === undefined ? 'the selected account' : String(from)],
      ['all or nothing', atomicRequired ? 'yes' : 'no'],
      ...each.flat(),
      ...payerRows(paymaster),
    ],
    effects: await callEffects(decoded, account, { account, network, tokenOf }),
    cost: {
      fee: fee ?? (known ? fees.reduce((total, each) => total + (each ?? 0n), 0n) : undefined),
      amount: sum,
      unknown: "a call's cost may depend on the calls before it",
    },
  }
}
