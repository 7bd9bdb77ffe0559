import { decodeTokenCall, type TokenCall } from './eip155-token.ts'
import { refused } from './refused.ts'

/** A transaction, or a call of a batch, as a page asks for it. */
export interface Eip155Call {
  /** The account that sends it, where the page names one. */
  readonly from: string | undefined
  /** Undefined for a transaction that creates a contract. */
  readonly to: string | undefined
  /** In wei. */
  readonly value: bigint
  /** The call data; undefined for a plain payment. */
  readonly data: CallData | undefined
  /** The most that it can cost, in wei; undefined when gas or price is not named. */
  readonly fee: bigint | undefined
  /** Where the page names one. It may be that of a transaction which waits, and then takes its place. */
  readonly nonce: number | undefined
}

export interface CallData {
  /** `0x` and two digits for each byte. */
  readonly hex: string
  readonly bytes: number
  readonly selector: string
  /** What it asks of a token; undefined for all else. */
  readonly token: TokenCall | undefined
}

/** The members that are signed, or that choose what is. */
const members = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'chainId',
  'type',
  'accessList',
  // Of a call of a batch (EIP-5792); what sends it looks at them.
  'capabilities',
]

/** @throws `validation/invalid-input` naming the member that cannot be read, or that is not signed by a wallet of this library. */
export function decodeEip155Call(call: Readonly<Record<string, unknown>>, field = 'transaction'): Eip155Call {
  const unknown = Object.keys(call).find((name) => !members.includes(name) && call[name] !== undefined)
  if (unknown !== undefined) throw refused(`${field}.${unknown}`, 'is not signed by this wallet')
  const { accessList = [], type = '0x0', to = null } = call
  if (!Array.isArray(accessList) || accessList.length > 0)
    throw refused(`${field}.accessList`, 'is not signed by this wallet')
  if (!/^0x[0-2]$/.test(String(type))) throw refused(`${field}.type`, 'is none that this wallet signs')
  if (to !== null && !/^0x[0-9a-f]{40}$/i.test(String(to))) throw refused(`${field}.to`, 'is no address')
  const nonce = numberAt(call, 'nonce', field)
  if (nonce !== undefined && nonce > Number.MAX_SAFE_INTEGER) throw refused(`${field}.nonce`, 'is too large')
  return {
    from: call.from === undefined ? undefined : String(call.from),
    to: to === null ? undefined : String(to),
    value: numberAt(call, 'value', field) ?? 0n,
    data: dataOf(call, field),
    fee: feeOf(call, field),
    nonce: nonce === undefined ? undefined : Number(nonce),
  }
}

/** Both names are in use. */
function dataOf(call: Readonly<Record<string, unknown>>, field: string): CallData | undefined {
  for (const name of ['data', 'input'] as const)
    if (call[name] !== undefined && !/^0x([0-9a-f]{2})*$/i.test(String(call[name])))
      throw refused(`${field}.${name}`, 'is not hex')
  const { data, input = data } = call
  const hex = String(data ?? input ?? '0x').toLowerCase()
  if (String(input ?? '0x').toLowerCase() !== hex) throw refused(`${field}.input`, 'is not the same as data')
  if (hex === '0x') return undefined
  return { hex, bytes: (hex.length - 2) / 2, selector: hex.slice(0, 10), token: decodeTokenCall(hex) }
}

function feeOf(call: Readonly<Record<string, unknown>>, field: string): bigint | undefined {
  const [gas, gasPrice, tip, most = gasPrice] = (
    ['gas', 'gasPrice', 'maxPriorityFeePerGas', 'maxFeePerGas'] as const
  ).map((name) => numberAt(call, name, field))
  if (tip !== undefined && most !== undefined && tip > most)
    throw refused(`${field}.maxPriorityFeePerGas`, 'is above the whole price')
  return gas === undefined || most === undefined ? undefined : gas * most
}

function numberAt(call: Readonly<Record<string, unknown>>, name: string, field: string): bigint | undefined {
  const value = call[name]
  if (value === undefined) return undefined
  if (!/^(0x[0-9a-f]{1,64}|\d{1,78})$/i.test(String(value)) || Array.isArray(value))
    throw refused(`${field}.${name}`, 'is not a number')
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw refused(`${field}.${name}`, 'is too large for a number of JSON')
  return BigInt(String(value))
}
