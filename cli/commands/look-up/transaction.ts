import { explorerLink, formatUnits } from 'latchkey'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import type { Context } from '../../context.ts'
import { familyOf } from '../../families/families.ts'
import { readAnyNode } from '../../nodes/chain-reader.ts'
import { invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { fields } from '../../output/table.ts'
import { withClient } from '../../session/client.ts'
import { networkMeant } from '../../session/session-network.ts'
import { verifierOf } from '../../verifiers/families.ts'

/**
 * Shows a transaction. The status comes from the library. The block, the fee, the sender and the
 * recipient come directly from a node.
 * @throws `node/transaction-unknown` if no node has the transaction
 */
export async function transaction(
  context: Context,
  hash: string,
  { since }: { readonly since?: string | undefined },
): Promise<Outcome> {
  const { signal } = context
  if (since !== undefined && !/^\d{1,15}$/.test(since))
    throw invalid('since', 'must be the number of a block')
  const network = await networkMeant(context)
  const { caipNetworkId: id, nativeCurrency: coin } = network
  const family = familyOf(network)
  const { judge } = await verifierOf(family)
  const spelled = (addresses: readonly string[] = []) =>
    Promise.all(
      addresses.map(async (address) => {
        const verdict = await judge(address, id)
        return 'address' in verdict ? verdict.address : address
      }),
    )
  return withClient(context, { network }, async (client) => {
    const adapter = await client.adapter(family)
    const sent = { hash, reference: since }
    const first = await adapter.getTransactionStatus(id, sent, { signal })
    const found = await readAnyNode(network, signal, (reader) => reader.find(sent))
    // On polkadot, the library searches only near the given block. So if the node has found the transaction, start just before the transaction's
    // block.
    const status =
      found && first.phase === 'unknown'
        ? await adapter.getTransactionStatus(id, { hash, reference: String(found.block - 1n) }, { signal })
        : first
    if (!found && status.phase === 'unknown')
      throw latchkeyError('node/transaction-unknown', { values: { hash, reason: 'no node shows it' } })
    const [from, to] = await Promise.all([spelled(found?.from), spelled(found?.to)])
    const data = {
      hash,
      status,
      block: found?.block ?? null,
      fee: found?.fee ?? null,
      from,
      to,
      explorer: explorerLink(network, 'transaction', hash) ?? null,
    }
    return {
      data,
      text: fields([
        ['hash', hash],
        ['network', `${network.name} (${id})`],
        ['status', status.phase],
        ['reason', 'reason' in status ? status.reason : undefined],
        ['block', found && String(found.block)],
        ['fee', found && `${formatUnits(found.fee, coin.decimals)} ${coin.symbol}`],
        ['from', from.join(', ')],
        ['to', to.join(', ')],
        ['explorer', data.explorer ?? undefined],
      ]),
      primary: status.phase,
      network: id,
    }
  })
}
