import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { quantity } from '../../core/chain/eip155.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { TransactionStatus } from '../../core/wallet/transaction.ts'
import type { LiveConnection } from '../shared/connections.ts'
import type { AdapterParts } from '../shared/create-adapter.ts'
import type { Eip155Chain } from './chain/chain.ts'
import { requestWallet } from './wallet.ts'

const rememberedIssuers = 1000

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

/** Stores which connection's wallet issued a batch. Removes the oldest batch if there are too many. */
export function rememberIssuer(issuers: Map<string, string>, id: string, connectionId: string): void {
  issuers.delete(id)
  issuers.set(id, connectionId)
  const [oldest] = issuers.keys()
  if (issuers.size > rememberedIssuers && oldest !== undefined) issuers.delete(oldest)
}

/**
 * Asks the wallet that issued the batch. If this wallet isn't known, for example after a reload, or isn't connected, asks each
 * connected wallet that can send batches, and returns the first answer of a wallet that knows the batch.
 * @throws `connection/not-connected`, `adapter/unsupported`; a wallet's error if no wallet knows the batch and one of them failed
 */
export async function readBatchStatus(
  { connections, can, issuers }: Deps,
  network: CaipNetworkId<'eip155'>,
  id: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const issuer = connections.find(issuers.get(id) ?? '')
  const all = connections.all().map((each) => connections.get(each.id))
  const possible = issuer ? [issuer] : all
  const [first] = possible
  if (!first) throw latchkeyError('connection/not-connected')
  const able = possible.filter(({ session }) => can(session, 'send.batch'))
  if (able.length === 0)
    throw latchkeyError('adapter/unsupported', {
      values: { capability: 'send.batch', subject: first.connection.connectorId },
    })
  const failures: unknown[] = []
  const known = new AbortController()
  const both = AbortSignal.any([signal, known.signal])
  const ask = async ({ session }: LiveConnection<'eip155'>) => {
    const request = requestWallet(session, network, 'wallet_getCallsStatus', [id], both)
    const status = await batchStatusFrom(request).catch((error: unknown) => void failures.push(error))
    if (!status || status.phase === 'unknown') throw new Error('This wallet does not know the batch.')
    return status
  }
  try {
    // Ask all at once: the request to a wallet on a phone that sleeps stays open for minutes.
    return await Promise.any(able.map(ask))
  } catch {
    throwIfAborted(signal)
  } finally {
    known.abort()
  }
  // A wallet without the method or the network issued no batch. After another failure, the outcome isn't known.
  const failure = failures.find((error) => !cannotIssue(error))
  if (failure || failures.length === able.length) throw failure ?? failures[0]
  return { phase: 'unknown' }
}

function cannotIssue(error: unknown): boolean {
  return isLatchkeyError(error, 'rpc/method-unsupported') || isLatchkeyError(error, 'adapter/unsupported')
}

/** Reads the answer of `wallet_getCallsStatus` (EIP-5792). 1xx means pending, 2xx confirmed, 4xx to 6xx failed. */
async function batchStatusFrom(answer: Promise<unknown>): Promise<TransactionStatus> {
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

interface Deps extends Pick<AdapterParts<'eip155', Eip155Chain>, 'connections' | 'can'> {
  readonly issuers: ReadonlyMap<string, string>
}

const reasons: Readonly<Record<number, string>> = {
  4: 'The batch was not included in a block',
  5: 'The batch was reverted',
  6: 'A part of the batch was reverted',
}
