import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodeEip155Call, type Eip155Call } from '../decode/eip155.ts'
import { messageBytes, messageText } from '../decode/message.ts'
import { refused } from '../decode/refused.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { decodeTypedData } from '../decode/typed-data.ts'
import { type Described, messageSummary, nativeAmount, type Params, type Row } from './described.ts'
import { describeGrant, describeRevocation } from './permissions.ts'

/** The maximum fee and the paymaster, if known apart from the calls: from a smart account's user operation. */
interface Paid {
  readonly fee?: bigint | undefined
  readonly paymaster?: string | undefined
}

export function describeEip155(
  method: string,
  list: readonly unknown[],
  network: ChainNetwork | undefined,
  paid: Paid = {},
): Described | undefined {
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
      }
    }
    case 'eth_signTypedData_v4':
      return typedData(String(first), second)
    case 'eth_sendTransaction':
      return transaction(decodeEip155Call(fields), network, paid)
    case 'wallet_sendCalls':
      return batch(fields, network, paid)
    case 'wallet_grantPermissions':
      return describeGrant(list, network)
    case 'wallet_revokePermissions':
      return describeRevocation(list)
    case 'wallet_switchEthereumChain':
      return {
        title: 'switch to another network',
        summary: `switch to the network eip155:${Number(fields.chainId)}`,
        rows: [['new network', `eip155:${Number(fields.chainId)}`]],
      }
    default:
      return undefined
  }
}

function typedData(account: string, input: unknown): Described {
  const { domain, primaryType, message, notSigned } = decodeTypedData(
    typeof input === 'string' ? input : JSON.stringify(input),
  )
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
  }
}

function transaction(
  call: Eip155Call,
  network: ChainNetwork | undefined,
  { fee, paymaster }: Paid,
): Described {
  const receiver = call.to ?? 'a new contract'
  const amount = nativeAmount(call.value, network)
  return {
    title: 'send a transaction',
    summary: call.data
      ? `call ${call.data.token?.name ?? call.data.selector} of ${receiver} with ${amount}`
      : `send ${amount} to ${receiver}`,
    rows: [...callRows(call, network), ...payerRows(paymaster)],
    cost: { fee: fee ?? call.fee, amount: call.value, unknown: 'the page leaves it to the wallet' },
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
function batch(
  { from, calls, atomicRequired }: Params,
  network: ChainNetwork | undefined,
  { fee, paymaster }: Paid,
): Described {
  if (!Array.isArray(calls)) throw refused('calls', 'must be an array')
  const decoded = (calls as readonly Params[]).map((call, at) => decodeEip155Call(call, `calls[${at}]`))
  const each = decoded.map((call, at) =>
    callRows(call, network).map(([name, value]) => [`${at + 1}. ${name}`, value] as const),
  )
  const fees = decoded.map(({ fee }) => fee)
  const known = fees.every((fee) => fee !== undefined)
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
    cost: {
      fee: fee ?? (known ? fees.reduce((total, each) => total + (each ?? 0n), 0n) : undefined),
      amount: sum,
      unknown: "a call's cost may depend on the calls before it",
    },
  }
}
