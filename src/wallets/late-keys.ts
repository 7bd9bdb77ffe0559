/** The options of a wallet that opens its secrets later. */
export interface LateKeys {
  /**
   * Opens the secrets, for example with a password. Called when the wallet first needs a secret. Pass this function instead of
   * the secrets. If the function fails, it is called again when the next secret is needed.
   */
  readonly keys?: (() => Promise<readonly string[]>) | undefined
  /**
   * With `keys`: the addresses that the wallet shows before the secrets are open, the selected one first. Cosmos and Bitcoin
   * wallets then show no public key. Default: none, so a page's request for an address opens the secrets.
   */
  readonly addresses?: readonly string[] | undefined
}

/** Returns the wallet's secrets. With `keys`, each call opens the secrets again. */
export async function openedKeys(
  { keys }: LateKeys,
  secrets: readonly string[] = [],
): Promise<readonly string[]> {
  return keys ? keys() : secrets
}
