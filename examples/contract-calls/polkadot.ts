import type { ApiPromise } from '@polkadot/api'
import type { Latchkey } from 'latchkey'

/** A payment in plancks. */
export interface Payment {
  readonly to: string
  readonly amount: bigint
}

/** Makes several payments in one transaction: the chain makes all of them, or none. Each payment is a call of the pallet `balances`. */
export async function payAll(
  latchkey: Latchkey,
  api: ApiPromise,
  payments: readonly Payment[],
): Promise<string> {
  const connection = latchkey.connections.of('polkadot')
  if (!connection) throw new Error('Connect a wallet first.')
  const transfer = api.tx.balances?.transferKeepAlive
  if (!transfer) throw new Error('This chain has no pallet `balances`.')
  const adapter = await latchkey.adapter('polkadot')
  const sent = await adapter.sendTransaction(connection.addresses[0], {
    tx: payments.map(({ to, amount }) => transfer(to, amount)),
  })
  await adapter.waitForTransaction(connection.network.caipNetworkId, sent)
  return sent.hash
}
