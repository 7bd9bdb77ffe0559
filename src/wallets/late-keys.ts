/** The secrets of a wallet, and when they open. */
export interface LateKeys {
  /**
   * Opens the secrets when one is first needed, such as by a password. Takes the place of the secrets themselves. After an
   * error, the next use opens them again.
   */
  readonly keys?: (() => Promise<readonly string[]>) | undefined
  /**
   * With `keys`: the addresses that the wallet shows until then, as after a reload, the selected one first. Default: the keys
   * open when a page asks for an address. Cosmos and Bitcoin wallets show no public key until then.
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
