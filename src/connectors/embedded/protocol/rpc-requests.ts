import * as z from 'zod/mini'
import { approvedMethods, safeMethods } from './methods.ts'

const list = z.array(z.any())
const hex = z.string().check(z.startsWith('0x', 'Invalid input: must start with "0x"'))
const chainId = z.union([z.string(), z.number()])

/** The methods with optional parameters. */
const bare = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_chainId',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'wallet_getCapabilities',
] as const

const calls = z.object({
  chainId: z.optional(chainId),
  from: z.optional(z.string()),
  version: z.optional(z.string()),
  // The EIP-5792 fields that are newer than the protocol.
  id: z.optional(z.string()),
  atomicRequired: z.optional(z.boolean()),
  capabilities: z.optional(z.any()),
  calls: z.array(z.object({ to: hex, data: z.optional(hex), value: z.optional(z.string()) })),
})

const commitment = z.enum([
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
])

/** The methods with their own parameters. Solana methods take objects with base58 texts. */
const own = [
  z.object({ method: z.literal('wallet_getAssets'), params: z.any() }),
  z.object({ method: z.literal('wallet_revokePermissions'), params: z.any() }),
  z.object({ method: z.literal('wallet_getCallsStatus'), params: z.array(z.string()) }),
  z.object({ method: z.literal('wallet_sendCalls'), params: z.array(calls) }),
  z.object({
    method: z.literal('solana_signMessage'),
    params: z.object({ message: z.string(), pubkey: z.string() }),
  }),
  z.object({
    method: z.literal('solana_signTransaction'),
    params: z.object({ transaction: z.string() }),
  }),
  z.object({
    method: z.literal('solana_signAllTransactions'),
    params: z.object({ transactions: z.array(z.string()) }),
  }),
  z.object({
    method: z.literal('solana_signAndSendTransaction'),
    params: z.object({
      transaction: z.string(),
      options: z.optional(
        z.object({
          skipPreflight: z.optional(z.boolean()),
          preflightCommitment: z.optional(commitment),
          maxRetries: z.optional(z.number()),
          minContextSlot: z.optional(z.number()),
        }),
      ),
    }),
  }),
] as const

/**
 * Matches allowed methods without a request schema (S3.1.6). The wallet builds user operations itself, so the page doesn't need
 * these methods.
 */
const absent =
  /^eth_(getUserOperationReceipt|estimateUserOperationGas|getUserOperationByHash|supportedEntryPoints|sendUserOperation)$/
const special: ReadonlySet<string | undefined> = new Set<string | undefined>([
  ...bare,
  ...own.map((each) => each.shape.method.def.values[0]),
])
const listed = [...safeMethods, ...approvedMethods].filter(
  (method) => !special.has(method) && !absent.test(method),
)

/** The payload of RPC_REQUEST (S2.5, S2.6, S3.1.6). */
export const rpcRequest = z.discriminatedUnion('method', [
  z.object({ method: z.enum(listed), params: list }),
  z.object({ method: z.enum(bare), params: z.optional(z.any()) }),
  ...own,
])

export type FrameRpcRequest = z.infer<typeof rpcRequest>
