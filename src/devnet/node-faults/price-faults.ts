import { bytesIn, decodeProto, encodeProto, numberIn } from '../../core/protobuf.ts'
import {
  type FaultCall,
  type FaultOutcome,
  type FaultRow,
  failure,
  type NodeFault,
  numberArgument,
} from './node-fault.ts'

export const risingPrice: FaultRow = {
  text: "Raises the fees at each reading, by this many percent of the first fee. The node doesn't enforce these fees.",
  argument: 'percent; 20',
  create(argument) {
    const percent = BigInt(numberArgument(argument, 20))
    let readings = 0n
    return onPrices(
      (value) => (value * (100n + percent * readings)) / 100n,
      () => readings++,
    )
  },
}

/** Returns a fault that changes the prices in the node's answers. Calls `reading` before each call that reads prices. */
function onPrices(change: (value: bigint) => bigint, reading: () => void = () => {}): NodeFault {
  const number = (value: number) => Number(change(BigInt(Math.ceil(value * 1000)))) / 1000
  const hex = (value: unknown) =>
    typeof value === 'string' ? `0x${change(BigInt(value)).toString(16)}` : value
  const changed = (call: FaultCall, result: unknown): unknown => {
    switch (priced(call)) {
      case 'hex':
        return hex(result)
      case 'block':
        return result === null
          ? result
          : { ...Object(result), baseFeePerGas: hex(Object(result).baseFeePerGas) }
      case 'history':
        return { ...Object(result), baseFeePerGas: (Object(result).baseFeePerGas as unknown[])?.map(hex) }
      case 'solana':
        return (result as { prioritizationFee: number }[]).map((row) => ({
          ...row,
          prioritizationFee: Math.ceil(number(Math.max(row.prioritizationFee, 1000))),
        }))
      case 'polkadot': {
        // The fee is the last field of `RuntimeDispatchInfo`: 16 bytes, little-endian.
        const bytes = Buffer.from(String(result).slice(2), 'hex')
        const fee = change(bytes.readBigUInt64LE(bytes.length - 16))
        bytes.writeBigUInt64LE(fee, bytes.length - 16)
        return `0x${bytes.toString('hex')}`
      }
      case 'cosmos':
        return simulated(result, change)
      default:
        return Object.fromEntries(
          Object.entries(Object(result)).map(([target, rate]) => [target, number(rate as number)]),
        )
    }
  }
  return {
    async call(call, next) {
      if (priced(call) === undefined) return next()
      reading()
      const told = await next()
      return 'error' in told ? told : { result: changed(call, told.result) }
    },
  }
}

function priced({ method, params }: FaultCall) {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method === 'eth_gasPrice' || method === 'eth_maxPriorityFeePerGas') return 'hex'
  if (method === 'eth_getBlockByNumber') return 'block'
  if (method === 'eth_feeHistory') return 'history'
  if (method === 'getRecentPrioritizationFees') return 'solana'
  if (method === 'state_call' && first === 'TransactionPaymentApi_query_info') return 'polkadot'
  if (method === 'abci_query' && String(Object(params).path).endsWith('/Simulate')) return 'cosmos'
  return method === 'GET /fee-estimates' ? 'bip122' : undefined
}

/** On cosmos, the host sets the gas price, so this fault changes the gas instead. */
function simulated(result: unknown, change: (value: bigint) => bigint): unknown {
  const { response } = Object(result)
  if (typeof response?.value !== 'string') return result
  const info = bytesIn(decodeProto(Buffer.from(response.value, 'base64')) ?? [], 1)[0]
  const fields = info && decodeProto(info)
  if (!fields) return result
  const gas = encodeProto([2, change(numberIn(fields, 2))])
  return { response: { code: 0, value: Buffer.from(encodeProto([1, gas])).toString('base64') } }
}

const hints = /^(eth_maxPriorityFeePerGas|eth_feeHistory|getRecentPrioritizationFees)$/

export const noHints: FaultRow = {
  text: "Doesn't suggest fees: the methods for tips are missing, estimates are empty, and blocks show no gas limit.",
  create: () => ({
    async call(call, next): Promise<FaultOutcome> {
      if (hints.test(call.method)) return failure(-32601, 'Method not found')
      if (call.method === 'GET /fee-estimates') return { result: {} }
      if (
        call.method === 'abci_query' &&
        /feemarket|txfees|node\.v1beta1/i.test(String(Object(call.params).path))
      )
        return { result: { response: { code: 6, log: 'unknown query path' } } }
      const told = await next()
      if (!/^eth_getBlockBy/.test(call.method) || !('result' in told) || told.result === null) return told
      const { gasLimit: _, ...block } = Object(told.result)
      return { result: block }
    },
  }),
}
