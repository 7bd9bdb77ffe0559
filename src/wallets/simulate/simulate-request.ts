import { withTimeout } from '../../core/async/deadline.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError } from '../../core/errors/error-classes.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import type { CallOptions, Clock, Fetch, NodeHealth } from '../../ports.ts'
import type { Params, Row } from '../describe/described.ts'
import type { TokenOf } from '../describe/token.ts'
import { type NodeCall, nodePool } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { fieldsOf, listOf } from '../walletconnect/family-wallet.ts'
import type { HeadlessRequest } from '../walletconnect/headless.ts'
import { foreignText, type Simulation, simulationRows } from './simulation.ts'

/** The time limit of a simulation, in ms. */
const limit = 5000

export interface SimulateOptions extends CallOptions {
  /** For eip155: finds a token by its contract. Default: amounts of tokens are in the smallest unit. */
  readonly tokenOf?: TokenOf | undefined
  /** The fetch function. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /**
   * If set, asks no node. The rows then give this reason, such as a setting of the user, instead of
   * balance changes. On bip122 and for typed data, this has no effect, because no node is asked anyway.
   */
  readonly skip?: string | undefined
  /** The clock. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** The health of the nodes, shared with other code. Default: a new record for this simulation. */
  readonly health?: NodeHealth | undefined
}

const transactions: readonly string[] = [
  'eth_sendTransaction',
  'wallet_sendCalls',
  'solana_signTransaction',
  'solana_signAndSendTransaction',
  'solana_signAllTransactions',
  'cosmos_signDirect',
  'cosmos_signAmino',
  'polkadot_signTransaction',
]
const bip122Transactions: readonly string[] = ['sendTransfer', 'signPsbt']

/**
 * Asks the network's nodes what a request would change. Waits at most 5 seconds for their answers. Returns rows to show after the
 * effects. They contain the account's balance changes without the network fee, and a warning if the transaction would fail, or
 * if the changes differ from the decoded effects. Without a simulation, they contain the reason. On bip122, asks no node, because
 * the inputs and outputs are the whole effect. The changes then include the fee if the account pays all inputs. Returns no rows
 * for a request that signs neither a transaction nor typed data. A malicious node can only add wrong rows, so don't base
 * decisions on the rows. Never throws.
 */
export async function simulateRequest(
  { method, params: asked, completed }: Pick<HeadlessRequest, 'method' | 'params' | 'completed'>,
  network: ChainNetwork | undefined,
  { tokenOf, fetch = systemFetch, clock = systemClock, health, signal, skip }: SimulateOptions = {},
): Promise<readonly Row[]> {
  if (method === 'eth_signTypedData_v4') return notSimulated("permits and orders can't be simulated")
  if (bip122Transactions.includes(method)) return ofBip122(method, fieldsOf({ params: asked }), network)
  if (!transactions.includes(method) || isCosmosMessage(asked)) return []
  if (skip !== undefined) return notSimulated(skip)
  const urls = network?.rpcUrls.default.http.filter((url) => URL.canParse(url)) ?? []
  if (!network || urls.length === 0) return notSimulated('the network has no node')
  const host = [...new Set(urls.map((url) => new URL(url).host))].join(' or ')
  const params = completed ? completed.params : asked
  const run = async (signal: AbortSignal): Promise<Simulation> => {
    const pool = nodePool(urls, { fetch, clock, retries: 0, network: network.caipNetworkId, health })
    const node: NodeCall = (method, params) => pool(method, params, { signal })
    if (method.startsWith('solana_')) {
      const { simulateSolana } = await import('./solana.ts')
      return simulateSolana(method, fieldsOf({ params }), node)
    }
    if (method.startsWith('cosmos_')) {
      const { simulateCosmos } = await import('./cosmos.ts')
      return simulateCosmos(fieldsOf({ params }), network, node)
    }
    if (method.startsWith('polkadot_')) {
      const { simulatePolkadot } = await import('./polkadot.ts')
      return simulatePolkadot(fieldsOf({ params }), network, node)
    }
    const { simulateEip155 } = await import('./eip155.ts')
    return simulateEip155(method, listOf(params), network, { node, tokenOf })
  }
  try {
    const late = () => new Error(`${host} took longer than ${limit / 1000} seconds`)
    return simulationRows(await withTimeout(clock, limit, run, late, signal), host)
  } catch (error) {
    return notSimulated(reasonOf(error, host))
  }
}

async function ofBip122(
  method: string,
  params: Params,
  network: ChainNetwork | undefined,
): Promise<readonly Row[]> {
  if (!network) return notSimulated('the network is unknown')
  try {
    const { bip122Changes } = await import('./bip122.ts')
    return await bip122Changes(method, params, network)
  } catch (error) {
    return notSimulated(reasonOf(error, network.name))
  }
}

/** Returns whether a document is a message (ADR-36), which no network accepts. */
function isCosmosMessage(params: unknown): boolean {
  const { msgs } = Object(fieldsOf({ params }).signDoc) as { readonly msgs?: unknown }
  return Array.isArray(msgs) && msgs.some((message) => Object(message).type === 'sign/MsgSignData')
}

function notSimulated(why: string): readonly Row[] {
  return [['simulation', `Not simulated: ${why}`]]
}

function reasonOf(error: unknown, host: string): string {
  if (isLatchkeyError(error) && error.code === 'flow/aborted') return 'it was interrupted'
  if (!(error instanceof ProviderError))
    return error instanceof Error ? foreignText(error.message) : 'unknown'
  if (error.code === 4901) return `${host} can't be reached`
  if (error.code === -32601) return `${host} doesn't offer it`
  return `${host} refused it: ${foreignText(error.message)}`
}
