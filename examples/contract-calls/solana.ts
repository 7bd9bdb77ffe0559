import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { Latchkey } from 'latchkey'

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** Calls the memo program, which writes a text to the chain. Latchkey adds the blockhash and the compute budget. */
export async function writeMemo(latchkey: Latchkey, text: string): Promise<string> {
  const connection = latchkey.connections.of('solana')
  if (!connection) throw new Error('Connect a wallet first.')
  const signer = new PublicKey(connection.accounts[0].address)
  const instruction = new TransactionInstruction({
    programId: memoProgram,
    keys: [{ pubkey: signer, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  })
  const adapter = await latchkey.adapter('solana')
  const sent = await adapter.sendTransaction(connection.addresses[0], { instructions: [instruction] })
  await adapter.waitForTransaction(connection.network.caipNetworkId, sent)
  return sent.hash
}
