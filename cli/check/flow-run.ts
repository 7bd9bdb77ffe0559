import type { CaipAddress, ChainAdapter, ChainNetwork, Latchkey } from 'latchkey'
import { resolveNetwork } from '../args/networks.ts'
import type { Env } from '../io.ts'
import { CliError, cliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { Verifier } from '../verifiers/verifier.ts'
import type { CheckedWallet } from './checked-wallet.ts'
import type { Flow } from './flow.ts'
import type { World } from './world.ts'

/** The state that the steps of a flow share. Steps change `connectionId`, `network`, `address`, `spent` and `sent`. */
export interface FlowRun {
  readonly flow: Flow
  readonly world: World
  readonly env: Env
  readonly client: Latchkey
  readonly adapter: ChainAdapter
  /** The flow's wallet. A step can ask this wallet directly, without the library. */
  readonly wallet: CheckedWallet
  readonly verifier: Verifier
  address: string
  readonly token?: string | undefined
  /** In the native coin's smallest unit; undefined for no limit. */
  readonly maxSpend: bigint | undefined
  spent: bigint
  readonly sent: { readonly hash: string; readonly amount: string }[]
  network: ChainNetwork
  connectionId: string | undefined
}

export interface Seen {
  readonly summary: string
  readonly seen: Readonly<Record<string, unknown>>
}

/** The result of a step that can't run here, with the reason. */
export interface Skipped {
  readonly skipped: string
}

export type StepRun = (run: FlowRun, signal: AbortSignal) => Promise<Seen | Skipped>

export function accountOf({ network, address }: FlowRun): CaipAddress {
  return `${network.caipNetworkId}:${address}`
}

export function connectionOf({ connectionId }: FlowRun): string {
  if (connectionId !== undefined) return connectionId
  throw cliError('connection/not-connected', 'Not connected: the flow needs a connect step before')
}

export async function networkNamed({ world, env }: FlowRun, text: string): Promise<ChainNetwork> {
  return (
    world.networks.find(({ caipNetworkId }) => caipNetworkId === text) ??
    resolveNetwork(env, text, { field: 'switch.network' })
  )
}

export function secondNetwork({ world, network }: FlowRun): ChainNetwork | undefined {
  return world.networks.find(
    (one) => one.chainNamespace === network.chainNamespace && one.caipNetworkId !== network.caipNetworkId,
  )
}

/** The error of a step that ran, but had a wrong result. */
export class WrongResult extends CliError {
  constructor(message: string, seen: object) {
    super('check/wrong-result', exitCodes.wrong, message, {
      data: seen,
      hint: 'The wallet, the node or the token did not do what it said.',
    })
  }
}
