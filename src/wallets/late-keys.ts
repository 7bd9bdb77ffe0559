/** The secrets of a wallet, and when they open. */
export interface LateKeys {
  /**
   * Opens the secrets when one is first needed, for example with a password. Give this instead of the secrets. After an
   * error, the next use calls it again.
   */
  readonly keys?: (() => Promise<readonly string[]>) | undefined
  /**
   * With `keys`: the addresses that the wallet shows until the secrets are open, the selected one first. Default: a page's
   * request for an address opens the secrets. Cosmos and Bitcoin wallets show no public key until the secrets are open.
   */
  readonly addresses?: readonly string[] | undefined
}

/** The secrets of a wallet, opened if they are late. */
export async function openedKeys(
  { keys }: LateKeys,
  secrets: readonly string[] = [],
): Promise<readonly string[]> {
  return keys ? keys() : secrets
}
