/** The options of a wallet whose secrets open later. */
export interface LateKeys {
  /**
   * Opens the secrets when the wallet first needs one, for example with a password. Pass this function instead of the secrets. If the function fails,
   * the next use of the secrets calls it again.
   */
  readonly keys?: (() => Promise<readonly string[]>) | undefined
  /**
   * With `keys`: the addresses that the wallet shows until the secrets are open, the selected one first. Default: a page's
   * request for an address opens the secrets. Cosmos and Bitcoin wallets show no public key until the secrets are open.
   */
  readonly addresses?: readonly string[] | undefined
}

/** Returns the secrets of a wallet. Opens the secrets if they aren't open yet. */
export async function openedKeys(
  { keys }: LateKeys,
  secrets: readonly string[] = [],
): Promise<readonly string[]> {
  return keys ? keys() : secrets
}
