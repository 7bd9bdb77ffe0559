import type { Abi } from 'viem'
import type { Hex } from '../core/chain/caip.ts'
import type { ChainNetwork } from '../core/chain/network.ts'
import type { CallOptions } from '../ports.ts'
import { loadPeer } from '../servers/load-peer.ts'
import { Bundler } from './bundler/bundler.ts'
import { serveBundler } from './bundler/serve-bundler.ts'
import smartAccountFactory from './contracts/smart-account.json' with { type: 'json' }
import { deployByFactory } from './nodes/deploy-by-factory.ts'
import { faucet } from './nodes/faucet.ts'
import { startAll } from './start-all.ts'

export interface SmartAccountsOptions extends CallOptions {
  /** Networks of anvil, such as the networks of `startDevnet`. Networks of other families are ignored. */
  readonly networks: readonly ChainNetwork[]
  /** The origins of pages that can call the bundlers, besides pages of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
}

/** The factory, the entry point and the bundler of one network. */
export interface DevSmartAccounts {
  readonly chainId: number
  readonly bundlerUrl: string
  readonly factory: Hex
  readonly entryPoint: Hex
}

export interface RunningSmartAccounts {
  readonly chains: readonly DevSmartAccounts[]
  stop(): Promise<void>
}

/** With this salt, EntryPoint 0.7 has the same address on all networks. */
const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
const noSalt: Hex = `0x${'0'.repeat(64)}`

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly deployedBytecode: Hex
}

/**
 * Sets up smart accounts (ERC-4337) on a devnet's networks: EntryPoint 0.7 at its usual address, a factory of Solady's account, and a minimal bundler
 * for each network.
 * @throws `config/peer-missing` without `@account-abstraction/contracts` or `viem`; `internal/unexpected`.
 */
export async function startSmartAccounts({
  networks,
  allowedOrigins,
  signal,
}: SmartAccountsOptions): Promise<RunningSmartAccounts> {
  const { entryPoint, simulations } = await artifacts()
  const own = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const chains = await startAll(
    own.map(async ({ id, rpcUrls }) => {
      const node = rpcUrls.default.http[0] ?? ''
      const at = await deployByFactory(node, 'The entry point', entryPointSalt, entryPoint.bytecode, signal)
      const factory = await deployByFactory(
        ...([
          node,
          'The factory of smart accounts',
          noSalt,
          smartAccountFactory.bytecode as Hex,
          signal,
        ] as const),
      )
      const bundler = new Bundler({
        ...{ node, chainId: Number(id), entryPoint: at, from: faucet, abi: entryPoint.abi },
        simulations: { abi: simulations.abi, code: simulations.deployedBytecode },
      })
      const { url, stop } = await serveBundler(bundler, { allowedOrigins })
      return { chainId: Number(id), bundlerUrl: url, factory, entryPoint: at, stop }
    }),
  )
  return {
    chains: chains.map(({ stop: _, ...chain }) => chain),
    stop: async () => void (await Promise.all(chains.map((chain) => chain.stop()))),
  }
}

async function artifacts(): Promise<{ readonly entryPoint: Artifact; readonly simulations: Artifact }> {
  const load = () =>
    Promise.all([
      import('@account-abstraction/contracts/artifacts/EntryPoint.json', { with: { type: 'json' } }),
      import('@account-abstraction/contracts/artifacts/EntryPointSimulations.json', {
        with: { type: 'json' },
      }),
      import('viem'),
    ])
  const [entryPoint, simulations] = await loadPeer(load, {
    feature: 'Smart accounts on the devnet',
    install: 'npm install viem @account-abstraction/contracts@0.7.0',
  })
  return {
    entryPoint: entryPoint.default as unknown as Artifact,
    simulations: simulations.default as unknown as Artifact,
  }
}
