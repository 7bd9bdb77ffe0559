import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError, throwIfAborted } from '../../core/errors/latchkey-error.ts'
import { solanaAccounts } from '../accounts/solana.ts'
import { allOrNone } from '../all-or-none.ts'
import type { DevToken, FamilyDevnet, StartOptions } from '../family-devnet.ts'

const chains = [
  { seed: 'latchkey devnet solana one', name: 'Solana Devnet One' },
  { seed: 'latchkey devnet solana two', name: 'Solana Devnet Two' },
] as const

/** What each named account starts with. */
const lamportsEach = 1_000_000_000_000n
const tokens = [
  { name: 'Latchkey Token', symbol: 'LKT', decimals: 9 },
  { name: 'Test Dollar', symbol: 'tUSD', decimals: 6 },
] as const
const tokensEach = 1_000_000n

/** Two LiteSVM chains behind JSON-RPC, so that switching networks is real: an SPL token and a Token-2022 token on both. */
export async function startSolana(options: StartOptions): Promise<FamilyDevnet> {
  throwIfAborted(options.signal)
  const running = await allOrNone(chains.map((chain) => startChain(chain, options)))
  return {
    networks: running.map(({ network }) => network),
    tokens: running.flatMap((chain) => chain.tokens),
    nodes: running.map(({ network, url }) => ({ network: network.caipNetworkId, url, pid: process.pid })),
    stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  }
}

interface RunningChain {
  readonly network: ChainNetwork<'solana'>
  readonly tokens: readonly DevToken[]
  readonly url: string
  stop(): Promise<void>
}

async function startChain(
  { seed, name }: (typeof chains)[number],
  options: StartOptions,
): Promise<RunningChain> {
  const [{ Cluster }, { serveCluster }, genesis] = await load()
  const cluster = new Cluster(seed)
  // CAIP-30: the first 32 characters of the genesis hash.
  const id = cluster.genesisHash.slice(0, 32)
  const caipNetworkId: CaipNetworkId<'solana'> = `solana:${id}`
  const holders = Object.values(solanaAccounts).map(({ address }) => address)
  for (const holder of holders) cluster.svm.airdrop(holder as never, lamportsEach as never)
  const deployed: DevToken[] = []
  for (const [index, token] of tokens.entries()) {
    const program = index === 0 ? genesis.tokenProgram : genesis.token2022Program
    const mint = genesis.mintOf(token.symbol)
    const amountEach = tokensEach * 10n ** BigInt(token.decimals)
    await genesis.addGenesisToken(cluster.svm, { ...token, mint, program, amountEach, holders })
    deployed.push({ ...token, asset: `${caipNetworkId}/token:${mint}` })
  }
  throwIfAborted(options.signal)
  const server = await serveCluster(cluster)
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

async function load() {
  try {
    return await Promise.all([
      import('./solana/cluster.ts'),
      import('./solana/rpc-server.ts'),
      import('./solana/genesis-tokens.ts'),
    ])
  } catch (cause) {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'The solana devnet', install: 'npm install litesvm @solana/kit' },
      cause,
    })
  }
}
