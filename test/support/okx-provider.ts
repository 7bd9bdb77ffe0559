import type { Bip122Wallet } from '../../src/testing/wallets/bip122.ts'

/**
 * Gives a Unisat wallet the interface of OKX, which has a different connect method and different events.
 * https://web3.okx.com, "Provider API".
 */
export function okxProvider(unisat: Bip122Wallet['unisat']) {
  const { requestAccounts, getChain: _, switchChain: __, ...rest } = unisat
  const listeners = new Set<(account: unknown) => void>()
  return {
    ...rest,
    async connect() {
      const [address] = (await requestAccounts()) as readonly string[]
      return { address, publicKey: await rest.getPublicKey?.() }
    },
    on: (event: string, listener: (account: unknown) => void) =>
      event === 'accountChanged' && void listeners.add(listener),
    removeListener: (_event: string, listener: (account: unknown) => void) => void listeners.delete(listener),
    tell(account: unknown) {
      for (const listener of listeners) listener(account)
    },
    listening: () => listeners.size,
  }
}
