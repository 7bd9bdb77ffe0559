import type { ChainNetwork } from '../../core/chain/network.ts'
import { loadPeer } from '../../servers/load-peer.ts'
import { type DevToken, describeNode, type FamilyDevnet, type StartOptions } from '../family-devnet.ts'
import { startAll } from '../start-all.ts'
import type { CosmosNode } from './cosmos/cosmos-node.ts'
import { bech32Prefix, chains, gasPrice, native, tokens } from './cosmos/genesis.ts'
import { simdBinary, simdInstall } from './cosmos/simd-binary.ts'
import { startSimdNode } from './cosmos/simd-node.ts'

/** Starts two networks. They run on `simd` if it is installed, otherwise on the simulator. */
export async function startCosmos(options: StartOptions): Promise<FamilyDevnet> {
  const simd = simdBinary()
  const running = await startAll(
    chains.map(async (chain) => {
      const node = await (simd ? startSimdNode(simd, chain.id, options) : startSimulator(chain.id, options))
      return { node, network: networkOf(chain, node), stop: node.stop }
    }),
  )
  if (!simd)
    options.log?.debug(`The cosmos chains are simulators, since there is no simd. To get it: ${simdInstall}`)
  return {
    networks: running.map(({ network }) => network),
    tokens: running.flatMap(({ network }) => tokensOf(network)),
    nodes: running.map(({ network, node }) =>
      node.simulator
        ? describeNode(network, 'simulator', node, { software: 'simd', install: simdInstall })
        : describeNode(network, 'simd', node),
    ),
    stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  }
}

/** Unlike `simd`, the simulator needs cosmjs-types. */
async function startSimulator(chainId: string, options: StartOptions): Promise<CosmosNode> {
  const { startLoopbackNode } = await loadPeer(() => import('./cosmos/loopback-node.ts'), {
    feature: 'The cosmos devnet',
    install: 'npm install cosmjs-types',
  })
  return startLoopbackNode(chainId, options)
}

function networkOf({ id, name }: (typeof chains)[number], node: CosmosNode): ChainNetwork<'cosmos'> {
  const { symbol, decimals, denom } = native
  return {
    id,
    caipNetworkId: `cosmos:${id}`,
    chainNamespace: 'cosmos',
    name: node.simulator ? `${name} (simulator)` : name,
    nativeCurrency: { name: native.name, symbol, decimals },
    rpcUrls: { default: { http: [node.url] } },
    testnet: true,
    cosmos: {
      bech32Prefix,
      denom,
      gasPrice,
      currencies: tokens.map((token) => ({
        denom: token.denom,
        symbol: token.symbol,
        decimals: token.decimals,
      })),
    },
  }
}

function tokensOf({ caipNetworkId }: ChainNetwork<'cosmos'>): readonly DevToken[] {
  return tokens.map(({ denom, name, symbol, decimals }) => ({
    // A denom with a slash isn't a valid CAIP-19 reference, so IBC tokens have their own namespace.
    asset: denom.startsWith('ibc/')
      ? `${caipNetworkId}/ibc:${denom.slice('ibc/'.length)}`
      : `${caipNetworkId}/native:${denom}`,
    name,
    symbol,
    decimals,
  }))
}
