import { base58 } from '@scure/base'
import { readTransaction, withSignature } from '../../adapters/solana/wire.ts'
import { offchainMessage } from '../../core/chain/solana-offchain.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import type { LedgerDevice, LedgerTransport } from './device.ts'
import { defaultOf } from './transport.ts'

type Solana = InstanceType<typeof import('@ledgerhq/hw-app-solana')['default']>

/** The features of the wallet (wallet-standard). */
export const solanaFeatures = ['solana:signTransaction', 'solana:signMessage'] as const

async function solanaApp(transport: LedgerTransport): Promise<Solana> {
  const App = await import('@ledgerhq/hw-app-solana').then(defaultOf, (error) => {
    throw missingPeer('A Ledger with the Solana app', ['@ledgerhq/hw-app-solana'], error)
  })
  return new App(transport as never)
}

/** Returns the address at a path. */
export async function solanaAddress(transport: LedgerTransport, path: string): Promise<string> {
  const { address } = await (await solanaApp(transport)).getAddress(path)
  return base58.encode(Uint8Array.from(address))
}

interface Account {
  readonly address: string
}
interface TransactionInput {
  readonly account: Account
  readonly transaction: Uint8Array
}
interface MessageInput {
  readonly account: Account
  readonly message: Uint8Array
}

/**
 * The status codes of old apps, which don't support messages in this form: the app doesn't know the command, or expects another
 * header (https://github.com/LedgerHQ/app-solana, `src/apdu.h`).
 */
const oldApp: readonly unknown[] = [0x6d00, 0x6a81]

function throwMessageError(error: unknown): never {
  if (!oldApp.includes(Object(error).statusCode)) throw error
  const app = 'Solana (version 1.8.0 or newer)'
  throw latchkeyError('ledger/wrong-app', { values: { app }, cause: error })
}

const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

/**
 * Returns the Solana app as a wallet-standard wallet with one account. `stillOpen` throws if the connection has ended. It is
 * called before the device is used, and again before the device asks the visitor.
 */
export function solanaWallet(device: LedgerDevice, path: string, address: string, stillOpen: () => void) {
  const publicKey = base58.decode(address)
  const sign = async <T>(run: (app: Solana) => Promise<T>) => {
    stillOpen()
    return device.use(['solana'], async (transport) => {
      const actual = await solanaAddress(transport, path)
      if (actual !== address)
        throw latchkeyError('ledger/other-account', { values: { expected: address, actual } })
      const app = await solanaApp(transport)
      stillOpen()
      return run(app)
    })
  }
  const signTransaction = async (...inputs: readonly TransactionInput[]) => {
    const signed: { readonly signedTransaction: Uint8Array }[] = []
    for (const { transaction } of inputs) {
      const { message, signers } = readTransaction(transaction)
      if (!signers.includes(address)) throw latchkeyError('solana/no-public-key')
      const { signature } = await sign((app) => app.signTransaction(path, Buffer.from(message)))
      signed.push({ signedTransaction: withSignature(transaction, address, Uint8Array.from(signature)) })
    }
    return signed
  }
  const signMessage = async (...inputs: readonly MessageInput[]) => {
    const signed: { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[] = []
    for (const { message } of inputs) {
      if (message.length === 0)
        throw latchkeyError('validation/invalid-input', {
          values: { field: 'message', reason: "a Ledger can't sign an empty message" },
        })
      const signedMessage = offchainMessage(message, publicKey)
      const { signature } = await sign((app) =>
        app.signOffchainMessage(path, Buffer.from(signedMessage)).catch(throwMessageError),
      )
      signed.push({ signedMessage, signature: Uint8Array.from(signature) })
    }
    return signed
  }
  return {
    version: '1.0.0',
    name: 'Ledger',
    chains,
    accounts: [{ address, publicKey, chains, features: solanaFeatures }],
    features: {
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
      'solana:signMessage': { version: '1.0.0', signMessage },
    },
  }
}
