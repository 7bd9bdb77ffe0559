import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { bip122Accounts } from '../accounts/bip122.ts'
import { allOrNone } from '../all-or-none.ts'
import type { FamilyDevnet, StartOptions } from '../family-devnet.ts'
import { type BitcoindNode, startBitcoind } from './bip122/bitcoind.ts'
import type { BitcoindRpc } from './bip122/bitcoind-rpc.ts'
import { ChainIndex } from './bip122/chain-index.ts'
import { serveEsplora } from './bip122/esplora-server.ts'
import { createMiner, type Miner } from './bip122/miner.ts'
import { preminedBlocks } from './bip122/premined.ts'

/** Chains by the first 32 digits of their genesis hash, as CAIP-2 has it for bip122. */
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
    // Anybody may make its blocks; the first of them lie years back, which is no reason to wait for others.
    settings: ['-chain=signet', '-signetchallenge=51', '-maxtipage=2000000000'],
    fund: fundSignet,
  },
] as const

/**
 * Two bitcoinds behind Esplora's HTTP API, so that switching networks is real: regtest, and a signet of our own. Every
 * named account has coins at its payment and at its ordinal address on both.
 */
export async function startBip122(options: StartOptions): Promise<FamilyDevnet> {
  const running = await allOrNone(chains.map((chain) => startChain(chain, options)))
  return {
    networks: running.map(({ network }) => network),
    tokens: [],
    nodes: running.map(({ network, node, url }) => ({
      network: network.caipNetworkId,
      url,
      software: 'bitcoind',
      get pid() {
        return node.pid
      },
    })),
    stop: async () => void (await Promise.all(running.map((chain) => chain.stop()))),
  }
}

interface RunningChain {
  readonly node: BitcoindNode
  readonly url: string
  readonly network: ChainNetwork<'bip122'>
  stop(): Promise<void>
}

async function startChain(
  { reference, name, chain, settings, fund }: (typeof chains)[number],
  options: StartOptions,
): Promise<RunningChain> {
  const node = await startBitcoind(settings, options)
  try {
    const miner = createMiner(node.rpc, chain, (error) =>
      options.log?.warn('A block could not be made', error),
    )
    await fund(node.rpc, miner)
    throwIfAborted(options.signal)
    const index = new ChainIndex(node.rpc)
    await index.sync()
    const server = await serveEsplora(node.rpc, index, miner)
    const caipNetworkId: CaipNetworkId<'bip122'> = `bip122:${reference}`
    options.log?.debug(`bitcoind serves ${caipNetworkId} at ${server.url}`)
    return {
      node,
      url: server.url,
      network: {
        id: reference,
        caipNetworkId,
        chainNamespace: 'bip122',
        name,
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

/** Two blocks of 50 to each payment address and one to each ordinal address, then a hundred to make them spendable. */
async function fundRegtest(rpc: BitcoindRpc, miner: Miner): Promise<void> {
  for (const { address, ordinal } of accounts)
    for (const to of [address, address, ordinal]) await rpc('generatetoaddress', 1, to)
  await miner.mine(100)
}

async function fundSignet(rpc: BitcoindRpc): Promise<void> {
  const scripts = accounts.flatMap(({ address, ordinal }) => [scriptOf(address), scriptOf(ordinal)])
  for (const block of preminedBlocks(scripts)) {
    const refusal = await rpc<string | null>('submitblock', block)
    if (refusal !== null)
      throw latchkeyError('internal/unexpected', {
        values: { message: `bitcoind refused a block of the devnet: ${refusal}` },
      })
  }
}

/** The output script behind a bech32 address of ours: the same keys are spelled otherwise on another chain. BIP-173. */
function scriptOf(address: string): string {
  const digits = [...address.slice(address.lastIndexOf('1') + 1, -6)].map((each) =>
    'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(each),
  )
  const [version = 0, ...program] = digits
  const bits = program.map((each) => each.toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return Buffer.from([version === 0 ? 0 : 0x50 + version, bytes.length, ...bytes]).toString('hex')
}
