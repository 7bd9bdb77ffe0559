import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { Unsubscribe } from '../../ports.ts'
import { initialIcon } from '../initial-icon.ts'

export const coinbaseName = 'Coinbase Wallet'

interface PublicKey {
  toString(): string
}

interface Transaction {
  serialize(): Uint8Array
}

/**
 * The provider at `window.coinbaseSolana`, as Coinbase and `@solana/wallet-adapter-coinbase` describe it. Its transactions are
 * objects of `@solana/web3.js`.
 */
export interface CoinbaseSolana {
  readonly publicKey?: PublicKey | null
  connect(): Promise<unknown>
  disconnect?(): Promise<unknown>
  signMessage(message: Uint8Array): Promise<{ readonly signature: Uint8Array }>
  signTransaction(transaction: Transaction): Promise<Transaction | undefined>
  signAllTransactions?(transactions: readonly Transaction[]): Promise<readonly Transaction[] | undefined>
  on?(event: string, listener: () => void): unknown
  off?(event: string, listener: () => void): unknown
}

const chains = ['solana:mainnet'] as const
const methods = ['connect', 'signMessage', 'signTransaction'] as const

/** Returns whether the value is Coinbase Wallet's provider. Checks the members that this code uses. */
export function isCoinbaseSolana(value: unknown): value is CoinbaseSolana {
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  )
}

/**
 * Returns Coinbase Wallet's provider as a wallet-standard wallet. The wallet signs, and the app's node sends the transaction.
 * Requesting the account may prompt the visitor. So a silent connect returns only an account that the provider already shows.
 */
export function coinbaseSolanaWallet(provider: CoinbaseSolana): Wallet {
  const features = ['solana:signMessage', 'solana:signTransaction'] as const
  const accounts = (): readonly WalletAccount[] => {
    const address = provider.publicKey?.toString()
    return address ? [{ address, publicKey: new Uint8Array(32), chains, features }] : []
  }
  const signAll = async (transactions: readonly Transaction[]) => {
    const [first] = transactions
    if (first && transactions.length === 1) return [(await provider.signTransaction(first)) ?? first]
    if (provider.signAllTransactions)
      return (await provider.signAllTransactions(transactions)) ?? transactions
    const signed: Transaction[] = []
    for (const each of transactions) signed.push((await provider.signTransaction(each)) ?? each)
    return signed
  }
  return {
    version: '1.0.0',
    name: coinbaseName,
    icon: initialIcon(coinbaseName) as Wallet['icon'],
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect(input?: { readonly silent?: boolean }) {
          if (!input?.silent) await provider.connect()
          return { accounts: accounts() }
        },
      },
      ...(typeof provider.disconnect === 'function' && {
        'standard:disconnect': { version: '1.0.0', disconnect: () => provider.disconnect?.() },
      }),
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: (properties: object) => void): Unsubscribe {
          const hear = () => listener({ accounts: accounts() })
          const events = ['connect', 'disconnect']
          for (const event of events) provider.on?.(event, hear)
          return () => {
            for (const event of events) provider.off?.(event, hear)
          }
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        async signMessage({ message }: { readonly message: Uint8Array }) {
          const { signature } = await provider.signMessage(message)
          return [{ signedMessage: message, signature }]
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        // The solana adapter calls `signObjects` instead of `signTransaction`, because the adapter can load `@solana/web3.js`.
        // A page without the solana adapter doesn't have this library.
        signObjects: (...transactions: readonly Transaction[]) => signAll(transactions),
      },
    },
  }
}
