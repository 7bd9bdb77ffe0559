import { base58 } from '@scure/base'
import type { WalletAccount } from '@wallet-standard/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { standardChain } from '../../core/chain/solana.ts'
import { isOnThisMachine, solanaLocalnet } from '../../core/chain/solana-localnet.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { BridgedClient } from '../shared/connection-through.ts'
import { registerWallet } from '../shared/register-wallet.ts'
import {
  type StandardFamily,
  type StandardGround,
  type StandardWallet,
  type StandardWalletOptions,
  standardWallet,
} from '../shared/standard-wallet.ts'

interface MessageInput {
  readonly account: WalletAccount
  readonly message: Uint8Array
}
interface TransactionInput {
  readonly account: WalletAccount
  readonly transaction: Uint8Array
  readonly chain?: string | undefined
}

type Wire = Transaction<'solana'>

const supportedTransactionVersions = ['legacy', 0] as const

const solana: StandardFamily<'solana'> = {
  namespace: 'solana',
  chainsOf,
  account: ({ address }) => ({ publicKey: base58.decode(address) }),
  features: (ground) => ({
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: readonly MessageInput[]) =>
        oneByOne(inputs, async ({ account, message }) => {
          const adapter = await ground.client.adapter('solana')
          const { signature } = await adapter.signMessage(ground.located(account), message)
          return { signedMessage: message, signature: base58.decode(signature) }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: (...inputs: readonly TransactionInput[]) => signTransactions(ground, inputs),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      /** One after the other: where one fails, those before it are sent. */
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        oneByOne(inputs, async ({ account, transaction: wire, chain }) => {
          const { sendTransaction } = await signing(ground)
          const { hash } = await sendTransaction(ground.located(account, chain), { wire })
          return { signature: base58.decode(hash) }
        }),
    },
  }),
}

/**
 * The wallets of a client as a wallet-standard wallet for Solana apps, such as those on @solana/wallet-adapter-react. Requests
 * go through the adapter, once; what wallets sign is compared with what they were asked to sign. Options of a send, such as
 * `skipPreflight`, are left to the wallet behind it.
 */
export function solanaStandardWallet(
  client: BridgedClient<'solana'>,
  options: StandardWalletOptions = {},
): StandardWallet {
  return standardWallet(client, solana, options)
}

/**
 * Makes the wallet and registers it with the apps of the page.
 * @returns What ends it and takes it back.
 */
export function registerSolanaWallet(
  client: BridgedClient<'solana'>,
  options: StandardWalletOptions = {},
): Unsubscribe {
  return registerWallet(solanaStandardWallet(client, options))
}

/** Several transactions of one account are one question to the visitor, where the wallet can show it so. */
async function signTransactions(ground: StandardGround<'solana'>, inputs: readonly TransactionInput[]) {
  const adapter = await signing(ground)
  const accounts = inputs.map(({ account, chain }) => ground.located(account, chain))
  const wires = inputs.map(({ transaction: wire }) => ({ wire }))
  const [first] = accounts
  const together = accounts.length > 1 && accounts.every((account) => account === first)
  const signed =
    first && together
      ? await adapter.signAllTransactions(first, wires)
      : await oneByOne(accounts, (account, at) => adapter.signTransaction(account, wires[at] as Wire))
  return signed.map((signedTransaction) => ({ signedTransaction }))
}

/** @throws `adapter/unsupported` for a client without the family's adapter. */
async function signing({ client }: StandardGround<'solana'>): Promise<Required<ChainAdapter<'solana'>>> {
  const adapter = await client.adapter('solana')
  if (!adapter.sendTransaction)
    throw latchkeyError('adapter/unsupported', {
      values: { capability: 'sign.transaction', subject: 'a client without the solana adapter' },
    })
  return adapter as Required<ChainAdapter<'solana'>>
}

async function oneByOne<T, R>(inputs: readonly T[], run: (input: T, at: number) => Promise<R>): Promise<R[]> {
  const outputs: R[] = []
  for (const [at, input] of inputs.entries()) outputs.push(await run(input, at))
  return outputs
}

/** Its id by CAIP-2, the name of its cluster, and for a node of this machine the name that apps have for that. */
function chainsOf({ caipNetworkId, rpcUrls }: ChainNetwork<'solana'>): readonly `solana:${string}`[] {
  const cluster = standardChain(caipNetworkId, ['solana:mainnet', 'solana:devnet', 'solana:testnet'])
  return [
    ...(cluster ? [cluster as `solana:${string}`] : []),
    ...(rpcUrls.default.http.some(isOnThisMachine) ? ([solanaLocalnet] as const) : []),
    caipNetworkId,
  ]
}
