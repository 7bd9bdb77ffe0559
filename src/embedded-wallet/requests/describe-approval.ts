import type { Clock, Fetch, NodeHealth } from '../../ports.ts'
import type { Row } from '../../wallets/describe/described.ts'
import { describeRequest } from '../../wallets/describe/request.ts'
import { type NetworkNodes, networkNodes } from '../../wallets/node-pool.ts'
import { simulateRequest } from '../../wallets/simulate/simulate-request.ts'
import { words } from '../screen/words.ts'
import type { Approval, ApprovalRequest } from './approval.ts'
import { describeEmailChange } from './describe-email-change.ts'
import { emailChangeIn } from './email-change.ts'
import { foreignSignIn } from './foreign-sign-in.ts'
import { tokensOn } from './tokens.ts'

interface Surroundings {
  readonly fetch: Fetch
  readonly clock: Clock
  /** The health of the nodes, shared with the frame's other requests. */
  readonly health: NodeHealth
  /** Returns the nodes of a network. Default: a function that opens new pools of nodes. */
  readonly nodeOf?: NetworkNodes | undefined
}

/**
 * Describes a request from its bytes. The frame and the wallet's window both call this, each with its own copy of the request.
 * @throws `validation/invalid-input` for a request that can't be decoded.
 */
export async function describeApproval(
  request: ApprovalRequest,
  { fetch, clock, health, nodeOf = networkNodes({ fetch, clock, health }) }: Surroundings,
): Promise<Approval> {
  const { origin, claimedName, network, call, completed, raw } = request
  const change = emailChangeIn(request)
  if (change) return { origin, claimedName, raw, network: words.all, described: describeEmailChange(change) }
  const tokenOf = tokensOn(network, clock, nodeOf)
  const described = await describeRequest({ ...call, completed }, network, { tokenOf })
  const foreign = foreignSignIn(described.body ?? '', origin)
  return {
    ...{ origin, claimedName, raw },
    network: network.name,
    described: foreign ? { ...described, rows: [['WARNING', foreign], ...described.rows] } : described,
  }
}

/** Returns what the request would change, according to a node. Waits at most 5 seconds. Never rejects. */
export function simulateApproval(
  request: ApprovalRequest,
  { fetch, clock, health }: Surroundings,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const { network, call, completed } = request
  if (emailChangeIn(request)) return Promise.resolve([])
  const tokenOf = tokensOn(network, clock, networkNodes({ fetch, clock, health }))
  return simulateRequest({ ...call, completed }, network, { tokenOf, fetch, clock, health, signal })
}
