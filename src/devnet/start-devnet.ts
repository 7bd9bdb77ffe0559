import type { ChainNamespace } from '../core/chain/namespace.ts'
import {
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
  throwIfAborted,
} from '../core/errors/latchkey-error.ts'
import { allOrNone } from './all-or-none.ts'
import { devAccounts } from './dev-accounts.ts'
import type { FamilyDevnet, StartFamily, StartOptions } from './family-devnet.ts'

/** A local world: real nodes on loopback, funded accounts, tokens. */
export interface Devnet extends FamilyDevnet {
  /** By name (`alice`, `bob`, …), each with the native coin and every token of its families. */
  readonly accounts: typeof devAccounts
  /** Ends every node and waits for it. Calling it again is harmless. */
  stop(): Promise<void>
}

export interface DevnetOptions extends StartOptions {
  readonly families: readonly ChainNamespace[]
  /** Told of each family whose node is not installed; the others start all the same. Absent: then the start fails. */
  readonly onMissing?: ((family: ChainNamespace, error: LatchkeyError) => void) | undefined
}

const families: Partial<Record<ChainNamespace, () => Promise<StartFamily>>> = {
  eip155: async () => (await import('./nodes/eip155.ts')).startEip155,
  cosmos: async () => (await import('./nodes/cosmos.ts')).startCosmos,
  bip122: async () => (await import('./nodes/bip122.ts')).startBip122,
  polkadot: async () => (await import('./nodes/polkadot.ts')).startPolkadot,
  solana: async () => (await import('./nodes/solana.ts')).startSolana,
}

const nothing: FamilyDevnet = { networks: [], tokens: [], nodes: [], stop: async () => {} }

/**
 * Starts the nodes of the families, funds the accounts and deploys the tokens. Node only. Nothing outlives this process,
 * however it ends. `signal` aborts the start; a running devnet ends with `stop`.
 *
 * @throws `config/peer-missing` with the install line of a node that is not there, `validation/invalid-input` for a
 * family without a local node, `flow/aborted`.
 * @example
 * const devnet = await startDevnet({ families: ['eip155'] })
 * console.log(devnet.nodes, devnet.accounts.alice?.eip155?.address)
 * await devnet.stop()
 */
export async function startDevnet({
  families: wanted,
  onMissing,
  signal,
  log,
}: DevnetOptions): Promise<Devnet> {
  throwIfAborted(signal)
  const loaders = [...new Set(wanted)].map((family) => {
    const load = families[family]
    if (load) return { family, load }
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'families', reason: `there is no local node for ${family}` },
    })
  })
  const starting = loaders.map(async ({ family, load }) => {
    try {
      return await (await load())({ signal, log })
    } catch (error) {
      if (!onMissing || !isLatchkeyError(error, 'config/peer-missing')) throw error
      onMissing(family, error)
      return nothing
    }
  })
  const started = await allOrNone(starting).catch((error: unknown) => {
    throwIfAborted(signal)
    throw error
  })
  return {
    accounts: devAccounts,
    networks: started.flatMap((family) => family.networks),
    tokens: started.flatMap((family) => family.tokens),
    nodes: started.flatMap((family) => family.nodes),
    stop: async () => void (await Promise.all(started.map((family) => family.stop()))),
  }
}
