import { type HttpError, isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { CallOptions, HttpPort } from '../../../ports.ts'

/**
 * Hands a transaction to the network by Esplora's API (github.com/Blockstream/esplora, API.md), and looks whether it got
 * there when the answer is lost: to send it again would be to guess.
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
    // A node's no to a transaction is its last word.
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
  // Somebody was quicker with the same transaction: an endpoint whose answer was lost, for instance.
  if (/already in (block chain|utxo set|mempool)|txn-already-(known|in-mempool)/i.test(said)) return
  throw latchkeyError('rpc/transaction-rejected', { details: said.slice(0, 500) })
}
