/**
 * Gives each client its own core: the WalletConnect library's object with the relay connection, the
 * keys and the pairings. The library stores a core on the global object, by storage prefix. The
 * library would use this core for the next client too, even after the first client was disposed.
 */
export async function withOwnCore<T>(prefix: string, make: () => Promise<T>): Promise<T> {
  const global = globalThis as unknown as Record<string, unknown>
  const core = `_walletConnectCore_${prefix}`
  const forget = () => {
    delete global[core]
    // The library warns when it has counted several cores, so delete its count too.
    delete global[`${core}_count`]
  }
  forget()
  try {
    return await make()
  } finally {
    forget()
  }
}
