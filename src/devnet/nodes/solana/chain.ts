import type { Address } from '@solana/kit'
import { throwIfAborted } from '../../../core/async/abort.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { solanaAccounts } from '../../accounts/solana.ts'
import type { DevToken, StartOptions } from '../../family-devnet.ts'
import { Cluster } from './cluster.ts'
import { addGenesisToken, mintOf, token2022Program, tokenProgram } from './genesis-tokens.ts'
import { placeJupiter } from './jupiter-stand-in.ts'
import { serveCluster } from './rpc-server.ts'

/** Per named account. */
const lamportsEach = 1_000_000_000_000n
const tokens = [
  { name: 'Latchkey Token', symbol: 'LKT', decimals: 9 },
  { name: 'Test Dollar', symbol: 'tUSD', decimals: 6 },
] as const
const tokensEach = 1_000_000n

export interface RunningChain {
  readonly network: ChainNetwork<'solana'>
  readonly tokens: readonly DevToken[]
  readonly url: string
  stop(): Promise<void>
}

/** Starts a network. Named accounts have SOL and tokens from the start. */
export async function startChain(
  { seed, name }: { readonly seed: string; readonly name: string },
  options: StartOptions,
): Promise<RunningChain> {
  const cluster = new Cluster(seed)
  // CAIP-30: the first 32 characters of the genesis hash.
  const id = cluster.genesisHash.slice(0, 32)
  const caipNetworkId: CaipNetworkId<'solana'> = `solana:${id}`
  const holders = Object.values(solanaAccounts).map(({ address }) => address)
  for (const holder of holders) cluster.svm.airdrop(holder as never, lamportsEach as never)
  const placed: { readonly mint: Address; readonly program: Address }[] = []
  const deployed: DevToken[] = []
  for (const [index, token] of tokens.entries()) {
    const program = index === 0 ? tokenProgram : token2022Program
    const mint = mintOf(token.symbol)
    const amountEach = tokensEach * 10n ** BigInt(token.decimals)
    await addGenesisToken(cluster.svm, { ...token, mint, program, amountEach, holders })
    placed.push({ mint, program })
    deployed.push({ ...token, asset: `${caipNetworkId}/token:${mint}` })
  }
  placeJupiter(cluster.svm, placed)
  throwIfAborted(options.signal)
  const server = await serveCluster(cluster, options)
  options.log?.debug(`LiteSVM serves ${caipNetworkId} at ${server.url}`)
  return {
    network: {
      id,
      caipNetworkId,
      chainNamespace: 'solana',
      name,
      nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
      rpcUrls: { default: { http: [server.url] } },
      testnet: true,
    },
    tokens: deployed,
    ...server,
  }
}
