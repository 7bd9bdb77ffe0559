import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { devAccounts } from '../dev-accounts.ts'
import { type DevToken, describeNode, type FamilyDevnet, type StartOptions } from '../family-devnet.ts'
import { startAll } from '../start-all.ts'
import { type AnvilNode, startAnvil } from './anvil.ts'
import { deployToken } from './erc20.ts'
import { faucet } from './faucet.ts'
import { deployNames } from './names.ts'

const chains = [
  { id: 31337, name: 'Devnet One' },
  { id: 31338, name: 'Devnet Two' },
] as const

const tokens = [
  { name: 'Latchkey Token', symbol: 'LKT', decimals: 18 },
  { name: 'Test Dollar', symbol: 'tUSD', decimals: 6 },
] as const
/** In whole tokens. */
const tokensEach = 1_000_000n

const chainIds = chains.map(({ id }) => id)

/** Starts two anvil networks with the same tokens. The first network also has the name contracts. */
export async function startEip155(options: StartOptions): Promise<FamilyDevnet> {
  const running = await startAll(chains.map((chain) => startChain(chain, options)))
  return {
    networks: running.map(({ network }) => network),
    tokens: running.flatMap((chain) => chain.tokens),
    nodes: running.map(({ network, node }) => describeNode(network, 'anvil', node)),
    stop: async () => void (await Promise.all(running.map((chain) => chain.stop()))),
  }
}

interface RunningChain {
  readonly node: AnvilNode
  readonly network: ChainNetwork<'eip155'>
  readonly tokens: readonly DevToken[]
  stop(): Promise<void>
}

async function startChain(chain: (typeof chains)[number], options: StartOptions): Promise<RunningChain> {
  const node = await startAnvil(chain.id, options)
  const caipNetworkId: CaipNetworkId<'eip155'> = `eip155:${chain.id}`
  try {
    const named = Object.values(devAccounts).flatMap(({ eip155 }) => (eip155 ? [eip155.address] : []))
    const holders = [...named, faucet]
    const deployed: DevToken[] = []
    // Keep this order. It decides the nonces, so the addresses are the same on both networks and at every start.
    for (const token of tokens) {
      const amountEach = tokensEach * 10n ** BigInt(token.decimals)
      const address = await deployToken(node.url, { ...token, amountEach, holders }, options.signal)
      deployed.push({ ...token, asset: `${caipNetworkId}/erc20:${address}` })
    }
    // As with ENS, one network has the names of all networks.
    const contracts =
      chain === chains[0]
        ? { ensUniversalResolver: { address: await deployNames(node.url, chainIds, options.signal) } }
        : undefined
    return {
      node,
      network: {
        id: chain.id,
        caipNetworkId,
        chainNamespace: 'eip155',
        name: chain.name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [node.url] } },
        testnet: true,
        ...(contracts && { contracts }),
      },
      tokens: deployed,
      stop: node.stop,
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
