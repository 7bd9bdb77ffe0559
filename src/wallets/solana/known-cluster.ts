import { base58, base64 } from '@scure/base'
import { systemClock } from '../../platform/system-clock.ts'
import type { Clock } from '../../ports.ts'
import { decodeSolanaTransaction } from '../decode/solana.ts'
import type { NodeCall } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'

/** The position of the nonce in a nonce account, after the version, the state and the authority. */
const nonceAt = { from: 40, to: 72 } as const

/**
 * The pauses between requests, in ms. A node can be a few slots of 400 ms behind the node that returned the block hash to the
 * page.
 */
const waits = [500, 700, 800] as const

/**
 * Refuses a transaction if none of the nodes knows its recent block hash or its durable nonce. Nothing else in a transaction
 * identifies its cluster. This check prevents a page from naming one cluster and then sending the signed transaction to another.
 *
 * @param nodes The nodes of the cluster that the user sees.
 * @param shown The cluster's name, for the error.
 * @param clock The clock for the wait until slow nodes know the block hash. The wait is at most two seconds.
 * @throws `ProviderError` -32602, or the error of a node that failed; `validation/invalid-input` for bytes that aren't a
 * transaction.
 */
export async function requireKnownCluster(
  wire: Uint8Array,
  nodes: readonly NodeCall[],
  shown: string,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<void> {
  const { recentBlockhash, durable, instructions } = decodeSolanaTransaction(wire)
  const [first] = instructions
  const nonceAccount = durable && first?.action?.kind === 'advance-nonce' ? first.action.account : undefined
  const isKnown = (node: NodeCall) =>
    nonceAccount === undefined
      ? isValid(node, recentBlockhash)
      : holdsNonce(node, nonceAccount, recentBlockhash)
  for (const wait of [0, ...waits]) {
    if (wait > 0) await new Promise<void>((resolve) => clock.after(wait, resolve))
    const answers = await Promise.allSettled(nodes.map(isKnown))
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) throw failed.reason
  }
  throw new ProviderError(
    -32602,
    `No node of ${shown} knows ${nonceAccount === undefined ? 'the block hash' : 'the nonce'} ${recentBlockhash}: the transaction belongs to another cluster, or is too old.`,
  )
}

async function isValid(node: NodeCall, blockhash: string): Promise<boolean> {
  const params = [blockhash, { commitment: 'processed' }]
  const answer = await node<{ readonly value?: unknown } | null>('isBlockhashValid', params)
  return answer?.value === true
}

async function holdsNonce(node: NodeCall, account: string, nonce: string): Promise<boolean> {
  const params = [account, { commitment: 'processed', encoding: 'base64' }]
  const answer = await node<{ readonly value?: { readonly data?: unknown } | null } | null>(
    'getAccountInfo',
    params,
  )
  const { data } = answer?.value ?? {}
  if (!Array.isArray(data) || typeof data[0] !== 'string') return false
  try {
    return base58.encode(base64.decode(data[0]).slice(nonceAt.from, nonceAt.to)) === nonce
  } catch {
    return false
  }
}
