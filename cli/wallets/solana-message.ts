/** The library that reads transactions, for who describes them. */
export async function solanaMessages() {
  const { VersionedTransaction } = await import('@solana/web3.js')
  return { VersionedTransaction }
}
