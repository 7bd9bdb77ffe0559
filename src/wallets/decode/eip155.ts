import { decodeTokenCall, type TokenCall } from './eip155-token.ts'
import { objectAt, refused } from './refused.ts'

/** A transaction or a call in a batch, as a page requests it. */
export interface Eip155Call {
  /** The sender, if the page names one. */
  readonly from: string | undefined
  /** The recipient. Undefined if the transaction creates a contract. */
  readonly to: string | undefined
  /** The value in wei. */
  readonly value: bigint
  /** The call data. Undefined for a plain payment. */
  readonly data: CallData | undefined
  /** The maximum network fee in wei. Undefined if there is no gas limit or no price. */
  readonly fee: bigint | undefined
  /** The nonce, if the page sets one. A transaction with the nonce of a pending transaction can replace the pending one. */
  readonly nonce: number | undefined
}

export interface CallData {
  /** `0x` and two hex digits per byte. */
  readonly hex: string
  readonly bytes: number
  readonly selector: string
  /** The token function that is called. Undefined for other calls. */
  readonly token: TokenCall | undefined
}

/** The fields that are signed, or that change what is signed. */
const members = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'gas',
  // The name of `gas` in ethers and web3 libraries.
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'chainId',
  'type',
  'accessList',
  // A field of a call in a batch (EIP-5792). The code that sends the batch checks this field.
  'capabilities',
]

/** An authorization of EIP-7702. The account that signs the authorization runs the contract's code from then on. */
export interface CodeAuthorization {
  /** The contract with the code, in lower case. The zero address removes the code. */
  readonly code: string
  /** The network's chain id. 0 means all networks. */
  readonly chainId: bigint
  readonly nonce: bigint
}

/**
 * Reads the authorizations of a transaction of type 4.
 * @throws `validation/invalid-input`
 */
export function codeAuthorizations(list: unknown): readonly CodeAuthorization[] {
  const field = 'transaction.authorizationList'
  if (!Array.isArray(list) || list.length === 0)
    throw refused(field, 'must be an array with an authorization')
  return list.map((each: unknown, index) => {
    const at = `${field}[${index}]`
    const fields = objectAt(each, at)
    const { address, contractAddress = address } = fields
    const code = String(contractAddress).toLowerCase()
    if (!/^0x[0-9a-f]{40}$/.test(code)) throw refused(`${at}.address`, "isn't an address")
    if (address !== undefined && String(address).toLowerCase() !== code)
      throw refused(`${at}.contractAddress`, 'differs from address')
    const [chainId, nonce] = [numberAt(fields, 'chainId', at), numberAt(fields, 'nonce', at)]
    if (chainId === undefined || nonce === undefined) throw refused(at, 'lacks its chainId or nonce')
    return { code, chainId, nonce }
  })
}

/**
 * Decodes a transaction or a call in a batch.
 * @throws `validation/invalid-input`, which names a field that is invalid or that this library's wallets don't sign.
 */
export function decodeEip155Call(call: Readonly<Record<string, unknown>>, field = 'transaction'): Eip155Call {
  const unknown = Object.keys(call).find((name) => !members.includes(name) && call[name] !== undefined)
  if (unknown === 'authorizationList')
    throw refused(
      `${field}.${unknown}`,
      "would let code act for an account (EIP-7702): this wallet doesn't sign it",
    )
  if (unknown !== undefined) throw refused(`${field}.${unknown}`, "isn't supported by this wallet")
  const { accessList = [], type = '0x0', to = null } = call
  if (!Array.isArray(accessList) || accessList.length > 0)
    throw refused(`${field}.accessList`, "isn't supported by this wallet")
  if (!/^0x[0-2]$/.test(String(type))) throw refused(`${field}.type`, "isn't supported by this wallet")
  if (to !== null && !/^0x[0-9a-f]{40}$/i.test(String(to))) throw refused(`${field}.to`, "isn't an address")
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

/** Returns the call data, which pages pass as `data`, as `input`, or as both. */
function dataOf(call: Readonly<Record<string, unknown>>, field: string): CallData | undefined {
  for (const name of ['data', 'input'] as const)
    if (call[name] !== undefined && !/^0x([0-9a-f]{2})*$/i.test(String(call[name])))
      throw refused(`${field}.${name}`, 'is not hex')
  const { data, input = data } = call
  const hex = String(data ?? input ?? '0x').toLowerCase()
  if (String(input ?? '0x').toLowerCase() !== hex) throw refused(`${field}.input`, 'differs from data')
  if (hex === '0x') return undefined
  return { hex, bytes: (hex.length - 2) / 2, selector: hex.slice(0, 10), token: decodeTokenCall(hex) }
}

function feeOf(call: Readonly<Record<string, unknown>>, field: string): bigint | undefined {
  const [limit, gas = limit, gasPrice, tip, most = gasPrice] = (
    ['gasLimit', 'gas', 'gasPrice', 'maxPriorityFeePerGas', 'maxFeePerGas'] as const
  ).map((name) => numberAt(call, name, field))
  if (limit !== undefined && limit !== gas) throw refused(`${field}.gasLimit`, 'differs from gas')
  // The page's intent is ambiguous: an old transaction has one price, a transaction of EIP-1559 has the other two.
  if (gasPrice !== undefined && (tip ?? call.maxFeePerGas) !== undefined)
    throw refused(`${field}.gasPrice`, "can't be combined with maxFeePerGas or maxPriorityFeePerGas")
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
