import type { Latchkey } from 'latchkey'

/** A payment such as `{ denom: 'uatom', amount: '1000' }`. The amount is in the smallest unit. */
export interface Payment {
  readonly to: string
  readonly coin: { readonly denom: string; readonly amount: string }
}

/**
 * Makes several payments in one transaction: the chain makes all of them, or none. Each payment is a message of the bank module. Latchkey simulates
 * the transaction to find the gas, and sets the fee. Messages of other modules work in the same way.
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
