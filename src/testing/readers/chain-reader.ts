import type { CaipAssetId, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Sent } from '../../core/wallet/transaction.ts'
import { type NodePort, plainNode } from './node-port.ts'

/** A transaction that a block contains. */
export interface Receipt {
  readonly succeeded: boolean
  readonly block: bigint
  /** The whole network fee that the sender paid, in the native coin's smallest unit. */
  readonly fee: bigint
  /** Rent that the sender paid into accounts created by the transaction. Not part of the fee or the amount. */
  readonly deposit?: bigint | undefined
}

/** A balance before and after one transaction, without the effect of other transactions. */
export interface BalanceChange {
  readonly before: bigint
  readonly after: bigint
}

/**
 * Reads a network directly from its node. It decodes answers by hand and shares no code with the adapters, so that tests can
 * compare an adapter with an independent answer.
 */
export interface ChainReader {
  /** The network that the node serves. */
  network(): Promise<CaipNetworkId>
  balance(address: string, asset?: CaipAssetId): Promise<bigint>
  decimals(asset: CaipAssetId): Promise<number>
  /** The transaction's receipt; undefined until a block contains it. */
  find(sent: Sent): Promise<Receipt | undefined>
  /** Waits until a block contains the transaction. */
  receipt(sent: Sent): Promise<Receipt>
  /** The effect of the receipt's block, or of the transaction itself, on a balance. */
  change(sent: Sent, receipt: Receipt, address: string, asset?: CaipAssetId): Promise<BalanceChange>
}

export type ReadNetwork = Pick<ChainNetwork, 'caipNetworkId' | 'rpcUrls' | 'cosmos'>
/** One family's reads; `receipt` is the same for all. */
export type FamilyReader = Omit<ChainReader, 'receipt'>

export interface ChainReaderOptions {
  readonly signal?: AbortSignal | undefined
  /** Asks the node. Default: plain `fetch`. */
  readonly node?: NodePort | undefined
}

type Open = (node: NodePort, network: ReadNetwork) => FamilyReader

const families: Readonly<Record<string, () => Promise<Open>>> = {
  eip155: async () => (await import('./eip155-reader.ts')).eip155Reader,
  solana: async () => (await import('./solana-reader.ts')).solanaReader,
  bip122: async () => (await import('./bip122-reader.ts')).bip122Reader,
  polkadot: async () => (await import('./polkadot-reader.ts')).polkadotReader,
  cosmos: async () => (await import('./cosmos-reader.ts')).cosmosReader,
}

const pollEvery = 200

/**
 * Creates the reader of a network. Runs in Node only.
 * @throws `validation/unsupported-chain` for a network of another family; its methods throw `rpc/invalid-value` for an answer
 * that can't be true
 */
export async function chainReader(
  network: ReadNetwork,
  { signal, node = plainNode(network.rpcUrls.default.http[0] ?? '', signal) }: ChainReaderOptions = {},
): Promise<ChainReader> {
  const [family = ''] = network.caipNetworkId.split(':')
  const open = await families[family]?.()
  if (!open) throw latchkeyError('validation/unsupported-chain')
  const reader = open(node, network)
  return {
    ...reader,
    async receipt(sent) {
      for (;;) {
        const found = await reader.find(sent)
        if (found) return found
        signal?.throwIfAborted()
        await new Promise((resolve) => setTimeout(resolve, pollEvery))
      }
    },
  }
}
