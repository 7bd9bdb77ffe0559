import { base58 } from '@scure/base'
import type { WalletAccount } from '@wallet-standard/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { standardChain } from '../../core/chain/solana.ts'
import { hasLocalNode, solanaLocalnet } from '../../core/chain/solana-localnet.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { BridgedClient } from '../shared/connection-through.ts'
import { registerWallet } from '../shared/register-wallet.ts'
import {
  type FamilyDeps,
  type StandardFamily,
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

type Wire = { readonly wire: Uint8Array }

const supportedTransactionVersions = ['legacy', 0] as const

const solana: StandardFamily<'solana'> = {
  namespace: 'solana',
  chainsOf,
  account: ({ address }) => ({ publicKey: base58.decode(address) }),
  features: (deps) => ({
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: readonly MessageInput[]) =>
        oneByOne(inputs, async ({ account, message }) => {
          const adapter = await deps.client.adapter('solana')
          const signer = deps.caipAddressOf(account)
          const { signature, signedMessage = message } = await adapter.signMessage(signer, message)
          return { signedMessage, signature: base58.decode(signature) }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: (...inputs: readonly TransactionInput[]) => signTransactions(deps, inputs),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      /** Sends one transaction after the other. If a transaction fails, the earlier transactions have already been sent. */
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        oneByOne(inputs, async ({ account, transaction: wire, chain }) => {
          const { sendTransaction } = await signing(deps)
          const { hash } = await sendTransaction(deps.caipAddressOf(account, chain), { wire })
          return { signature: base58.decode(hash) }
        }),
    },
  }),
}

/**
 * Creates a wallet-standard wallet for Solana apps from a client's wallets, for example for apps with
 * @solana/wallet-adapter-react. Each request is sent once, through the adapter. The adapter checks that the wallet signed exactly
 * the request, unless the wallet sends the transaction itself. Ignores send options such as `skipPreflight`, because the
 * connected wallet decides.
 */
export function solanaStandardWallet(
  client: BridgedClient<'solana'>,
  options: StandardWalletOptions = {},
): StandardWallet {
  return standardWallet(client, solana, options)
}

/**
 * Creates the wallet and registers it with the page's apps.
 * @returns A function that unregisters the wallet and removes its listeners.
 */
export function registerSolanaWallet(
  client: BridgedClient<'solana'>,
  options: StandardWalletOptions = {},
): Unsubscribe {
  return registerWallet(solanaStandardWallet(client, options))
}

/** Requests the signatures of several transactions of one account together, so that the wallet can show a single prompt. */
async function signTransactions(deps: FamilyDeps<'solana'>, inputs: readonly TransactionInput[]) {
  const adapter = await signing(deps)
  const accounts = inputs.map(({ account, chain }) => deps.caipAddressOf(account, chain))
  const wires = inputs.map(({ transaction: wire }) => ({ wire }))
  const [first] = accounts
  const together = accounts.length > 1 && accounts.every((account) => account === first)
  const signed =
    first && together
      ? await adapter.signAllTransactions(first, wires)
      : await oneByOne(accounts, (account, at) => adapter.signTransaction(account, wires[at] as Wire))
  return signed.map((signedTransaction) => ({ signedTransaction }))
}

/** Returns the solana adapter. @throws `adapter/unsupported` if the client has none. */
async function signing({ client }: FamilyDeps<'solana'>): Promise<Required<ChainAdapter<'solana'>>> {
  const adapter = await client.adapter('solana')
  if (!adapter.supports('sign.transaction'))
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

/**
 * Returns the network's CAIP-2 id and its cluster name. If the network's node is on localhost, also returns the name that apps
 * use for such a node.
 */
function chainsOf(network: ChainNetwork<'solana'>): readonly `solana:${string}`[] {
  const { caipNetworkId } = network
  const clusters = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
  const cluster = standardChain(caipNetworkId, clusters, { hasLocalNode: false })
  return [
    ...(cluster ? [cluster as `solana:${string}`] : []),
    ...(hasLocalNode(network) ? ([solanaLocalnet] as const) : []),
    caipNetworkId,
  ]
}
