import { type HttpError, isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, HttpPort } from '../../../ports.ts'

/**
 * Broadcasts a transaction through Esplora's API (github.com/Blockstream/esplora, API.md). If the answer is lost, checks whether
 * the transaction arrived and doesn't send it again.
 * @throws `rpc/transaction-rejected` with the node's reason; `rpc/invalid-value` when the endpoint names another transaction.
 */
export async function broadcast(
  port: HttpPort,
  hex: string,
  txid: string,
  opts?: CallOptions,
): Promise<void> {
  let answered: string
  try {
    answered = (await port.post('/tx', hex, opts)).trim()
  } catch (error) {
    const { status, response } = error as Partial<HttpError>
    // The node rejected the transaction; asking again changes nothing.
    if (status === 400) return unlessKnown(await response?.clone().text())
    if (!isLatchkeyError(error) || !error.code.startsWith('http/')) throw error
    const found = await port.json(`/tx/${txid}`, opts).catch(() => undefined)
    if ((found as { txid?: unknown } | undefined)?.txid !== txid) throw error
    return
  }
  if (answered !== txid) throw latchkeyError('rpc/invalid-value', { values: { method: '/tx' } })
}

/** Esplora forwards the node's error: `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`. */
function unlessKnown(text = ''): void {
  const said = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
  // The transaction arrived earlier, for example through an endpoint whose answer was lost.
  if (/already in (block chain|utxo set|mempool)|txn-already-(known|in-mempool)/i.test(said)) return
  throw latchkeyError('rpc/transaction-rejected', { details: said.slice(0, 500) })
}
