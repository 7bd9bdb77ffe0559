import type { Latchkey } from 'latchkey'

/** Sends a payment in sats. The same transaction writes a note of at most 80 bytes to the chain (`OP_RETURN`). */
export async function payWithNote(
  latchkey: Latchkey,
  to: string,
  amount: bigint,
  note: string,
): Promise<string> {
  const connection = latchkey.connections.of('bip122')
  if (!connection) throw new Error('Connect a wallet first.')
  const adapter = await latchkey.adapter('bip122')
  const { hash } = await adapter.sendTransaction(connection.addresses[0], {
    outputs: [{ to, amount }, { data: new TextEncoder().encode(note) }],
  })
  return hash
}
