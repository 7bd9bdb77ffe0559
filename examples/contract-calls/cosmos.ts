import type { Latchkey } from 'latchkey'

/** A payment: the amount in the smallest unit, such as `{ denom: 'uatom', amount: '1000' }`. */
export interface Payment {
  readonly to: string
  readonly coin: { readonly denom: string; readonly amount: string }
}

/**
 * Calls the bank module once for each payment, in one transaction, so the chain makes all payments or none. Latchkey
 * simulates the transaction to find the gas, and sets the fee. Messages of other modules work in the same way.
 */
export async function payAll(
  latchkey: Latchkey,
  payments: readonly Payment[],
  memo: string,
): Promise<string> {
  const connection = latchkey.connections.of('cosmos')
  if (!connection) throw new Error('Connect a wallet first.')
  const fromAddress = connection.accounts[0].address
  const adapter = await latchkey.adapter('cosmos')
  const sent = await adapter.sendTransaction(connection.addresses[0], {
    messages: payments.map(({ to, coin }) => ({
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress, toAddress: to, amount: [coin] },
    })),
    memo,
  })
  await adapter.waitForTransaction(connection.network.caipNetworkId, sent)
  return sent.hash
}
