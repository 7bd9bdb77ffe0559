import { base58, base64 } from '@scure/base'
import type { RpcRequest } from '../../ports.ts'
import type { FrameRpcRequest } from './protocol/rpc-requests.ts'

const base58Of = (text: unknown) => base58.encode(base64.decode(String(text)))
const base64Of = (text: unknown) => base64.encode(base58.decode(String(text)))

interface Params {
  readonly message?: unknown
  readonly pubkey?: unknown
  readonly transaction?: unknown
  readonly transactions?: readonly unknown[]
  readonly sendOptions?: object | undefined
}

/** Converts a request of the adapter for the frame, which expects base58 transactions instead of base64 (S3.1.6). */
export function toFrame({ method, params = {} }: RpcRequest): FrameRpcRequest {
  const { message, pubkey, transaction, transactions = [], sendOptions } = params as Params
  const own =
    method === 'solana_signMessage'
      ? { message, pubkey }
      : method === 'solana_signAllTransactions'
        ? { transactions: transactions.map(base58Of) }
        : { transaction: base58Of(transaction), ...(sendOptions && { options: sendOptions }) }
  return { method, params: own } as FrameRpcRequest
}

/** Converts the frame's answer for the adapter. Returns an answer of another shape unchanged, because the adapter refuses it. */
export function fromFrame(answer: unknown): unknown {
  const { transaction, transactions } = (answer ?? {}) as Params
  try {
    if (typeof transaction === 'string') return { ...(answer as object), transaction: base64Of(transaction) }
    if (Array.isArray(transactions))
      return { ...(answer as object), transactions: transactions.map(base64Of) }
  } catch {
    // The text isn't base58, so return the answer unchanged.
  }
  return answer
}
