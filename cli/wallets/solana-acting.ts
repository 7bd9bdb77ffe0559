import type { SolanaWallet } from 'latchkey/wallets'
import type { ActingWallet, ActingWalletOptions } from './acting-wallet.ts'

type Listener = (payload: never) => void
type Account = SolanaWallet['standard']['accounts'][number]
type Feature = Readonly<Record<string, unknown>>

/**
 * A local wallet that stays locked until its key is needed. It takes the names of wallet-standard features with their
 * arguments.
 */
export function actingWallet({ networks, address, open }: ActingWalletOptions): ActingWallet {
  const listeners = new Map<string, Set<Listener>>()
  const chains = networks.map(({ caipNetworkId, rpcUrls }) => ({
    id: caipNetworkId as `solana:${string}`,
    rpcUrl: rpcUrls.default.http[0] ?? '',
  }))
  let authorized = address !== undefined
  let opening: Promise<SolanaWallet> | undefined
  const unlocked = () => {
    opening ??= openWallet()
    return opening
  }

  async function openWallet(): Promise<SolanaWallet> {
    const [{ solanaWallet }, secret] = await Promise.all([import('latchkey/wallets'), open()])
    const wallet = solanaWallet({ secrets: [secret], chains, authorized })
    const events = wallet.standard.features['standard:events'] as {
      on(event: 'change', listener: (properties: unknown) => void): unknown
    }
    events.on('change', (properties) => {
      for (const listener of [...(listeners.get('change') ?? [])]) listener(properties as never)
    })
    return wallet
  }

  return {
    unlock: async () => void (await unlocked()),
    async request({ method, params }) {
      const inputs = Array.isArray(params) ? params : params === undefined ? [] : [params]
      if (!opening && address !== undefined) {
        const silent = (inputs[0] as { silent?: unknown } | undefined)?.silent === true
        if (method === 'standard:connect' && silent)
          return { accounts: authorized ? [await lockedAccount(address, chains)] : [] }
        if (method === 'standard:disconnect') {
          authorized = false
          return undefined
        }
      }
      const { standard } = await unlocked()
      const feature = standard.features[method as `${string}:${string}`] as Feature | undefined
      const run = feature?.[method.slice(method.indexOf(':') + 1)]
      if (typeof run !== 'function') throw new Error(`The wallet has no ${method}`)
      return (run as (...inputs: readonly unknown[]) => unknown).apply(feature, inputs)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

/** The account as shown while the wallet is locked; the address is the public key. */
async function lockedAccount(address: string, chains: readonly { readonly id: Account['chains'][number] }[]) {
  const { base58 } = await import('@scure/base')
  return {
    address,
    publicKey: base58.decode(address),
    chains: chains.map(({ id }) => id),
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const,
  }
}
