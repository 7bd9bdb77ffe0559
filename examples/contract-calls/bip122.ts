import type { Latchkey } from 'latchkey'

/** Pays in sats, and keeps a note of at most 80 bytes on the chain (`OP_RETURN`), in one transaction. */
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
