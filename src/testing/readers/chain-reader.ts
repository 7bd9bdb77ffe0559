import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ChainReader, FamilyReader, ReadNetwork } from './family-reader.ts'
import { type NodePort, plainNode } from './node-port.ts'

export interface ChainReaderOptions {
  readonly signal?: AbortSignal | undefined
  /** The node to read. Default: the network's endpoint, with the global `fetch`. */
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
 * Creates the reader of a network. Runs only in Node.
 * @throws `validation/unsupported-chain` if there is no reader for the network's family. The reader's methods throw
 * `rpc/invalid-value` for an answer that can't be true.
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
