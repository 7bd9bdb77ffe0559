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
  readonly data: { readonly bytes: number; readonly selector: string } | undefined
  /** The most that it can cost, in wei; undefined when gas or price is not named. */
  readonly fee: bigint | undefined
}

/** @throws `validation/invalid-input` naming the member that cannot be read. */
export function decodeEip155Call(call: Readonly<Record<string, unknown>>, field = 'transaction'): Eip155Call {
  const data = String(call.data ?? call.input ?? '0x')
  if (!/^0x([0-9a-f]{2})*$/i.test(data)) throw refused(`${field}.data`, 'is not hex')
  const value = String(call.value ?? 0)
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(value)) throw refused(`${field}.value`, 'is not a number')
  return {
    from: call.from === undefined ? undefined : String(call.from),
    to: call.to === undefined || call.to === null ? undefined : String(call.to),
    value: BigInt(value),
    fee: feeOf(call, field),
    data: data === '0x' ? undefined : { bytes: (data.length - 2) / 2, selector: data.slice(0, 10) },
  }
}

function feeOf(call: Readonly<Record<string, unknown>>, field: string): bigint | undefined {
  const { gas, gasPrice, maxFeePerGas = gasPrice } = call
  if (gas === undefined || maxFeePerGas === undefined) return undefined
  const [units, price] = Object.entries({ gas, maxFeePerGas }).map(([name, value]) => {
    if (!/^(0x[0-9a-f]+|\d+)$/i.test(String(value))) throw refused(`${field}.${name}`, 'is not a number')
    return BigInt(String(value))
  })
  return (units ?? 0n) * (price ?? 0n)
}
