/** The chain families that can sign with a Ledger. */
export type LedgerFamily = 'eip155' | 'solana'

export interface LedgerOptions {
  /**
   * The account's path for each family (BIP-32, BIP-44). Defaults: `44'/60'/0'/0/0` for eip155 and `44'/501'/0'` for solana.
   * These are the first accounts in Ledger's own app.
   */
  readonly paths?: Readonly<Partial<Record<LedgerFamily, string>>> | undefined
}

export const defaultPaths: Readonly<Record<LedgerFamily, string>> = {
  eip155: "44'/60'/0'/0/0",
  solana: "44'/501'/0'",
}
