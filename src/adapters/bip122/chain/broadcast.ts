import { broadcastError, broadcastKnown } from '../../../core/errors/broadcast-error.ts'
import { type HttpError, type LatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { markDoubtful } from '../../../core/errors/not-sent.ts'
import type { HttpPort } from '../../../ports.ts'

/**
 * Broadcasts a transaction through Esplora's API (github.com/Blockstream/esplora, API.md). If an
 * answer is lost, sends the same bytes to the next endpoint. If the outcome is unclear, checks
 * whether the network already has the transaction.
 * @throws `rpc/transaction-rejected` with the node's reason; `rpc/maybe-sent` if it isn't known
 * whether the transaction was sent.
 */
export async function broadcast(port: HttpPort, hex: string, txid: string): Promise<void> {
  let answered: string
  try {
    answered = (await port.post('/tx', hex)).trim()
  } catch (error) {
    const { status, response, doubtful, final } = error as Marked
    if (status !== 400) return requireKnown(port, txid, error)
    const text = (await response?.clone().text()) ?? ''
    const refusal = rejection(text)
    if (!refusal) return
    // An earlier endpoint may have sent the transaction. Or the error may come from a proxy
    // although the node behind the proxy has the transaction. So check whether the network has it.
    if (doubtful || !final) return requireKnown(port, txid, markDoubtful(refusal))
    // A node that already has the transaction rejects a second copy, because the inputs are already spent. Any other rejection is
    // final.
    if (/missing|spent|conflict/i.test(refusal.details ?? '')) return requireKnown(port, txid, refusal)
    throw broadcastError(refusal, txid)
  }
  if (answered === txid) return
  await requireKnown(port, txid, latchkeyError('rpc/invalid-value', { values: { method: '/tx' } }))
}

/**
 * An error of the endpoint pool. `doubtful`: an endpoint may have sent the transaction. `final`: a node refused the transaction.
 */
interface Marked extends Partial<HttpError> {
  readonly doubtful?: boolean
  readonly final?: true
}

/** Resolves if the endpoint has the transaction. @throws the error of `broadcastError` otherwise */
function requireKnown(port: HttpPort, txid: string, error: unknown): Promise<void> {
  const isKnown = async () => {
    const found = await port.json(`/tx/${txid}`)
    return (found as { txid?: unknown } | undefined)?.txid === txid
  }
  return broadcastKnown(txid, () => Promise.reject(error), isKnown)
}

/**
 * Reads the node's error in Esplora's answer, such as `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`. Returns
 * undefined if the node already has the transaction.
 */
function rejection(text: string): LatchkeyError | undefined {
  const said = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
  // The node got the transaction earlier, for example through an endpoint whose answer was lost. So this isn't a rejection.
  if (/already in (block chain|utxo set|mempool)|txn-already-(known|in-mempool)/i.test(said)) return undefined
  return latchkeyError('rpc/transaction-rejected', { details: said.slice(0, 500) })
}
