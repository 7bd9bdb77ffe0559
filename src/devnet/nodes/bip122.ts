import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { loadPeer } from '../../servers/load-peer.ts'
import { bip122Accounts } from '../accounts/bip122.ts'
import { describeNode, type FamilyDevnet, type StartOptions } from '../family-devnet.ts'
import { startAll } from '../start-all.ts'
import { type LocalChain, scriptOfAddress } from './bip122/addresses.ts'
import type { BitcoinNode } from './bip122/bitcoin-node.ts'
import { bitcoindBinary, bitcoindInstall } from './bip122/bitcoind-binary.ts'
import { startBitcoindNode } from './bip122/bitcoind-node.ts'
import { ChainIndex } from './bip122/chain-index.ts'
import { serveEsplora } from './bip122/esplora-server.ts'
import { createMiner, type Miner } from './bip122/miner.ts'

/** A network's id is the first 32 digits of its genesis hash (the CAIP-2 reference). */
const chains = [
  {
    reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Devnet Regtest',
    chain: 'regtest',
    settings: ['-chain=regtest'],
    fund: fundRegtest,
  },
  {
    reference: '00000008819873e925422c1ff0f99f7c',
    name: 'Devnet Signet',
    chain: 'signet',
    // The signet challenge is OP_TRUE, so everyone can make blocks. The first blocks are years old. Without `-maxtipage`, bitcoind would wait for
    // newer blocks from peers.
    settings: ['-chain=signet', '-signetchallenge=51', '-maxtipage=2000000000'],
    fund: fundSignet,
  },
] as const

/**
 * Starts a regtest network and a signet network behind Esplora's HTTP API. They run on bitcoind if it is installed, otherwise on the simulator. On
 * both networks, each named account has funds at its payment address and its ordinals address.
 */
export async function startBip122(options: StartOptions): Promise<FamilyDevnet> {
  const bitcoind = bitcoindBinary()
  const running = await startAll(chains.map((chain) => startChain(chain, bitcoind, options)))
  if (bitcoind === undefined)
    options.log?.debug(
      `The bip122 chains are simulators, since there is no bitcoind. To get it: ${bitcoindInstall}`,
    )
  return {
    networks: running.map(({ network }) => network),
    tokens: [],
    nodes: running.map(({ network, node }) =>
      node.simulator
        ? describeNode(network, 'simulator', node, { software: 'bitcoind', install: bitcoindInstall })
        : describeNode(network, 'bitcoind', node),
    ),
    stop: async () => void (await Promise.all(running.map((chain) => chain.stop()))),
  }
}

interface RunningChain {
  readonly node: BitcoinNode
  readonly network: ChainNetwork<'bip122'>
  stop(): Promise<void>
}

async function startChain(
  { reference, name, chain, settings, fund }: (typeof chains)[number],
  bitcoind: string | undefined,
  options: StartOptions,
): Promise<RunningChain> {
  throwIfAborted(options.signal)
  const node = await (bitcoind === undefined
    ? startSimulator(chain)
    : startBitcoindNode(bitcoind, settings, options))
  try {
    const miner = createMiner(node, chain, (error) => options.log?.warn('A block could not be made', error))
    await fund(node, miner)
    throwIfAborted(options.signal)
    const index = new ChainIndex(node)
    await index.sync()
    const server = await serveEsplora(node, index, miner, options)
    const caipNetworkId: CaipNetworkId<'bip122'> = `bip122:${reference}`
    options.log?.debug(
      `${node.simulator ? 'The simulator' : 'bitcoind'} serves ${caipNetworkId} at ${server.url}`,
    )
    return {
      node,
      network: {
        id: reference,
        caipNetworkId,
        chainNamespace: 'bip122',
        name: node.simulator ? `${name} (simulator)` : name,
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: { default: { http: [server.url] } },
        testnet: true,
      },
      async stop() {
        await server.stop()
        await node.stop()
      },
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}

const accounts = Object.values(bip122Accounts)

/** Mines two blocks of 50 BTC for each payment address, and one block for each ordinals address. 100 more blocks make these funds spendable. */
async function fundRegtest(node: BitcoinNode, miner: Miner): Promise<void> {
  for (const { address, ordinal } of accounts)
    for (const to of [address, address, ordinal]) await node.generate(1, to)
  await miner.mine(100)
}

const peers = {
  feature: 'The bip122 devnet',
  install: `npm install bitcoinjs-lib @bitcoinerlab/secp256k1, or ${bitcoindInstall}`,
}

/** Submits the premined blocks. Uses the regtest addresses, because a key has the same script on both networks. */
async function fundSignet(node: BitcoinNode): Promise<void> {
  const scripts = accounts
    .flatMap(({ address, ordinal }) => [address, ordinal])
    .map((address) => Buffer.from(scriptOfAddress(address, 'regtest') ?? []).toString('hex'))
  const { preminedBlocks } = await loadPeer(() => import('./bip122/loopback/premined.ts'), peers)
  for (const block of preminedBlocks(scripts)) await node.submit(block)
}

async function startSimulator(chain: LocalChain): Promise<BitcoinNode> {
  const { startLoopbackNode } = await loadPeer(() => import('./bip122/loopback/loopback-node.ts'), peers)
  return startLoopbackNode(chain)
}
