import { type HttpError, isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, HttpPort } from '../../../ports.ts'

/**
 * Sends a transaction to the network by Esplora's API (github.com/Blockstream/esplora, API.md). When the answer is lost, it
 * asks whether the transaction has arrived instead of sending it again.
 * @throws `rpc/transaction-rejected` with what the node said; `rpc/invalid-value` when the endpoint names another transaction.
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
    // When a node refuses a transaction, asking again changes nothing.
    if (status === 400) return unlessKnown(await response?.clone().text())
    if (!isLatchkeyError(error) || !error.code.startsWith('http/')) throw error
    const found = await port.json(`/tx/${txid}`, opts).catch(() => undefined)
    if ((found as { txid?: unknown } | undefined)?.txid !== txid) throw error
    return
  }
  if (answered !== txid) throw latchkeyError('rpc/invalid-value', { values: { method: '/tx' } })
}

/** `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`, as Esplora hands it on. */
function unlessKnown(text = ''): void {
  const said = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
  // The same transaction has arrived by another way, for example through an endpoint whose answer was lost.
  if (/already in (block chain|utxo set|mempool)|txn-already-(known|in-mempool)/i.test(said)) return
  throw latchkeyError('rpc/transaction-rejected', { details: said.slice(0, 500) })
}
