import type { Eip155Wallet } from 'latchkey/wallets'
import type { ActingWallet, ActingWalletOptions } from './acting-wallet.ts'

type Listener = (payload: never) => void

export interface Eip155ActingOptions extends Omit<ActingWalletOptions, 'networks'> {
  readonly chains: readonly { readonly id: number; readonly rpcUrl: string }[]
}

/** A local wallet that stays locked, and asks for no password, until its key is needed. */
export function actingWallet({ chains, address, open }: Eip155ActingOptions): ActingWallet {
  const listeners = new Map<string, Set<Listener>>()
  let authorized = address !== undefined
  let opening: Promise<Eip155Wallet> | undefined
  const unlocked = () => {
    opening ??= openWallet()
    return opening
  }

  async function openWallet(): Promise<Eip155Wallet> {
    const [{ eip155Wallet }, key] = await Promise.all([import('latchkey/wallets'), open()])
    const wallet = eip155Wallet({ privateKeys: [key], chains, authorized })
    for (const event of ['accountsChanged', 'chainChanged', 'disconnect', 'message']) {
      wallet.provider.on(event, (payload) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
      })
    }
    return wallet
  }

  return {
    unlock: async () => void (await unlocked()),
    async request(call) {
      if (!opening && address !== undefined) {
        if (call.method === 'eth_accounts') return authorized ? [address] : []
        if (call.method === 'eth_chainId') return `0x${(chains[0]?.id ?? 1).toString(16)}`
        if (call.method === 'wallet_revokePermissions') {
          authorized = false
          return null
        }
      }
      return (await unlocked()).provider.request(call)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
