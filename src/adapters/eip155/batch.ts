import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { quantity } from '../../core/chain/eip155.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { TransactionStatus } from '../../core/wallet/transaction.ts'

/** Returns the parameter of `wallet_sendCalls` (EIP-5792, version 2.0.0). */
export function batchRequest(network: CaipNetworkId<'eip155'>, from: string, calls: readonly object[]) {
  const chainId = quantity(network.slice('eip155:'.length))
  return { version: '2.0.0', chainId, from, atomicRequired: false, calls }
}

/** Reads the id of a batch. Wallets of earlier EIP-5792 drafts answer with a plain string. */
export function idFrom(answer: unknown): string {
  const id = typeof answer === 'string' ? answer : (answer as { id?: unknown } | null)?.id
  // EIP-5792 allows 4,096 bytes, which are 8,194 characters of hex with `0x`.
  if (typeof id === 'string' && id.length > 0 && id.length <= 8194) return id
  throw latchkeyError('wallet/invalid-answer', {
    values: { method: 'wallet_sendCalls', expected: 'the id of a batch' },
  })
}

/** Reads the answer of `wallet_getCallsStatus` (EIP-5792). 1xx means pending, 2xx confirmed, 4xx to 6xx failed. */
export async function batchStatusFrom(answer: Promise<unknown>): Promise<TransactionStatus> {
  let said: { status?: unknown; receipts?: unknown } | null
  try {
    said = (await answer) as typeof said
  } catch (error) {
    if (isLatchkeyError(error, 'calls/unknown-id')) return { phase: 'unknown' }
    throw error
  }
  const status = said?.status === 'CONFIRMED' ? 200 : said?.status === 'PENDING' ? 100 : said?.status
  const receipts = Array.isArray(said?.receipts) ? (said.receipts as readonly { status?: unknown }[]) : []
  if (typeof status === 'number') {
    if (status >= 100 && status < 200) return { phase: 'pending' }
    if (status >= 200 && status < 300)
      return receipts.some((receipt) => receipt?.status === '0x0')
        ? { phase: 'failed', reason: 'A call of the batch was reverted' }
        : { phase: 'confirmed', confirmations: 1 }
    if (status >= 400 && status < 700)
      return { phase: 'failed', reason: reasons[Math.floor(status / 100)] ?? '' }
  }
  throw latchkeyError('wallet/invalid-answer', {
    values: { method: 'wallet_getCallsStatus', expected: 'the status of a batch' },
  })
}

const reasons: Readonly<Record<number, string>> = {
  4: 'The batch was not included in a block',
  5: 'The batch was reverted',
  6: 'A part of the batch was reverted',
}
