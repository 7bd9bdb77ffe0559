import type { Bip122Wallet } from 'latchkey/wallets'
import type { ActingWallet, ActingWalletOptions } from './acting-wallet.ts'

type Listener = (payload: never) => void

/**
 * A local wallet that stays locked until its key is needed. It speaks sats-connect: methods whose answer contains a result
 * or an error.
 */
export function actingWallet({ networks, address, open, allowSighash }: ActingWalletOptions): ActingWallet {
  const listeners = new Map<string, Set<Listener>>()
  const ids = networks.map(({ caipNetworkId }) => caipNetworkId as `bip122:${string}`)
  let authorized = address !== undefined
  let opening: Promise<Bip122Wallet['satsConnect']> | undefined
  const unlocked = () => {
    opening ??= openWallet()
    return opening
  }

  async function openWallet(): Promise<Bip122Wallet['satsConnect']> {
    const [{ bip122Wallet }, secret] = await Promise.all([import('latchkey/wallets'), open()])
    const { satsConnect } = bip122Wallet({ secret, networks: ids, authorized, allowSighash })
    for (const event of ['accountChange', 'networkChange', 'disconnect']) {
      satsConnect.addListener(event, (payload) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
      })
    }
    return satsConnect
  }

  return {
    unlock: async () => void (await unlocked()),
    async request({ method, params }) {
      const [input] = Array.isArray(params) ? params : [params]
      if (!opening && address !== undefined) {
        const known: Record<string, () => unknown> = {
          wallet_getAccount: () => ({ addresses: authorized ? [{ address, purpose: 'payment' }] : [] }),
          wallet_getNetwork: () => ({ bitcoin: { name: chainNames[ids[0] ?? ''] } }),
          wallet_disconnect: () => {
            authorized = false
            return null
          },
        }
        const answer = Object.hasOwn(known, method) ? known[method] : undefined
        if (answer) return { jsonrpc: '2.0', id: '1', result: answer() }
      }
      return (await unlocked()).request(method, input)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

/** The network names of sats-connect wallets. */
export const chainNames: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'Mainnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'Testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'Regtest',
}
