/**
 * Reads that are asked at one endpoint at a time: large answers, the filters that an endpoint keeps, and what a payment is made
 * of, because a nonce, a fee and a block hash of different endpoints may not fit together.
 */
const alone =
  /etadata|Logs|ilter|Proof|trace|tx_search|nonce|TransactionCount|accountNextIndex|auth\.|imulat|stimat|[fF]ee|gasPrice|[pP]ayment|BlockBy|BlockHash|Blockhash|FinalizedHead|getHeader|getRuntimeVersion/

/** Whether two endpoints may be asked for the same read at the same time. `text` is the method with its parameters, or a path. */
export function isHedged(text: string): boolean {
  return !alone.test(text.slice(0, 200))
}
