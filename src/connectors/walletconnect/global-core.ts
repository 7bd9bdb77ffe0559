/**
 * The library keeps its core on the global object, by storage prefix, and hands the same one to whoever asks next: to a
 * client of another page, or to the next client after this one was disposed of. Here each client gets a core of its own.
 * The only file of the connectors that reaches for the global object.
 */
export async function withOwnCore<T>(prefix: string, make: () => Promise<T>): Promise<T> {
  const global = globalThis as unknown as Record<string, unknown>
  const core = `_walletConnectCore_${prefix}`
  const forget = () => {
    delete global[core]
    // The library warns when it counts more than one.
    delete global[`${core}_count`]
  }
  forget()
  try {
    return await make()
  } finally {
    forget()
  }
}
