import type { Entry, MempoolGraph } from './mempool-graph.ts'
import { relayFee } from './policy.ts'
import { rejected } from './refusal.ts'

/** BIP-125, rule 5. */
const mostReplaced = 100

/**
 * Checks BIP-125 as bitcoind applies it: a transaction with a higher fee replaces the transactions that spend the same coins, even if they didn't
 * signal replaceability.
 * @param conflicts The unconfirmed transactions that spend one of the same coins.
 * @returns The replaced transactions.
 * @throws NodeRefusal
 */
export function checkReplacement(
  entry: Entry,
  conflicts: readonly Entry[],
  graph: MempoolGraph,
): readonly Entry[] {
  if (conflicts.length === 0) return []
  const { txid, fee, size, inputs } = entry
  const direct = new Set(conflicts.map(({ txid }) => txid))
  if (graph.ancestors(entry).some(({ txid }) => direct.has(txid)))
    throw rejected('bad-txns-spends-conflicting-tx')
  const refused = (why: string) => rejected(`insufficient fee, rejecting replacement ${txid}${why}`)

  // Only the fee rate of the conflicting transaction itself counts, not the fee rates of its descendants.
  for (const replaced of conflicts)
    if (fee * replaced.size <= replaced.fee * size)
      throw refused('; new feerate is not above that of what it replaces')

  const all = [
    ...new Map(
      conflicts.flatMap((each) => graph.withDescendants(each.txid)).map((each) => [each.txid, each]),
    ).values(),
  ]
  if (all.length > mostReplaced)
    throw rejected(
      `too many potential replacements, rejecting replacement ${txid}; too many potential replacements`,
    )

  // As in bitcoind, this check compares the transactions that created the spent outputs, not the outputs themselves.
  const parentOf = (outpoint: string) => outpoint.slice(0, outpoint.indexOf(':'))
  const known = new Set(conflicts.flatMap((each) => each.inputs.map(parentOf)))
  for (const parent of inputs.map(parentOf))
    if (!known.has(parent) && graph.get(parent)) throw rejected('replacement-adds-unconfirmed')

  const replacedFees = all.reduce((sum, each) => sum + each.fee, 0n)
  if (fee < replacedFees) throw refused(`, less fees than conflicting txs; ${fee} < ${replacedFees}`)
  if (fee - replacedFees < relayFee * size)
    throw refused(`, not enough additional fees to relay; ${fee - replacedFees} < ${relayFee * size}`)
  return all
}
