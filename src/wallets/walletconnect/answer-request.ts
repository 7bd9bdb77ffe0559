import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import type { Clock, NodeHealth } from '../../ports.ts'
import { ProviderError } from '../provider-error.ts'
import { simulateRequest } from '../simulate/simulate-request.ts'
import { refuseDanger } from './danger-policy.ts'
import type { HeadlessRequest, HeadlessWalletOptions } from './headless.ts'
import type { Approver } from './session-approval.ts'
import { chainOf, type HeadlessSessions } from './sessions.ts'

/** The methods that need no approval. */
const noApproval =
  /^(eth_(accounts|requestAccounts)|solana_(get|request)Accounts|getAccountAddresses|cosmos_getAccounts|wallet_(getCallsStatus|getCapabilities|getPermissions))$/

/** Network switches: EIP-3326 and EIP-3085. */
const networkSwitches = /^wallet_(switch|add)EthereumChain$/

interface Policy extends Pick<HeadlessWalletOptions, 'approve' | 'allowDanger' | 'allowSighash' | 'fetch'> {
  readonly clock: Clock
  readonly health?: NodeHealth | undefined
}

/** Refuses a request with a danger that the policy doesn't accept, and calls `approve` for all other requests. */
export async function requireApproval(
  request: HeadlessRequest,
  network: ChainNetwork,
  { approve, fetch, clock, health, ...policy }: Policy,
): Promise<void> {
  await refuseDanger(request, network, policy)
  await approve?.(request, {
    simulate: (options) => simulateRequest(request, network, { ...options, fetch, clock, health }),
  })
}

/**
 * Answers a request if its session allows it. The request must have an approved network, an approved method and visible accounts.
 * Only a switch may name a second network, which must be in the session. The policy must accept all dangers of the request, and
 * `approve` must not throw. After the approval, checks the session again: it may have ended, or the page may have stopped
 * waiting.
 *
 * @throws an error, usually a `ProviderError`. `wireError` converts it to the answer to the page.
 */
export async function answerRequest(
  request: HeadlessRequest,
  approver: Approver,
  sessions: HeadlessSessions,
  policy: Policy,
): Promise<unknown> {
  const { topic, method, params, expiresAt = Number.POSITIVE_INFINITY } = request
  const first = await allowed(request, approver, sessions)
  const completed = await first.family.complete?.({ method, params }, first.network)
  if (!noApproval.test(method) && !first.family.agreed?.({ method, params })) {
    await requireApproval(completed ? { ...request, completed } : request, first.network, policy)
  }
  // After `expiresAt`, the page has already reported a failure, and the visitor may have tried again.
  if (policy.clock.now() >= expiresAt) throw new ProviderError(8000, 'Session request expired.')
  // Check what will be signed: the completed request, if values were set.
  const signing = completed ? { ...request, params: completed.params } : request
  const { family, network } = await allowed(signing, approver, sessions)
  if (method === 'wallet_switchEthereumChain') return sessions.moveChain(topic, params)
  // The session already has the network (EIP-3085), so there is nothing to add.
  if (method === 'wallet_addEthereumChain') return null
  return family.request(completed ?? { method, params }, network)
}

async function allowed(
  { topic, network: id, method, params }: HeadlessRequest,
  { networks, wallets }: Approver,
  sessions: HeadlessSessions,
) {
  const network = findNetwork(networks, id)
  const family = network && wallets.get(network.chainNamespace)
  const scope = network && sessions.get(topic).namespaces[network.chainNamespace]
  const approved = scope?.accounts.filter((account) => account.startsWith(`${id}:`)) ?? []
  if (!network || !family || !scope || approved.length === 0)
    throw new ProviderError(3005, 'Unauthorized chain.')
  if (!scope.methods.includes(method)) throw new ProviderError(3001, 'Unauthorized method.')
  const { same = (a: string, b: string) => a === b } = family
  for (const signer of family.signersOf({ method, params })) {
    const known = approved.some((account) => same(account.slice(id.length + 1), String(signer)))
    if (!known) throw new ProviderError(4100, `The page has no permission for ${String(signer)}.`)
  }
  for (const named of family.chainsOf?.({ method, params }, network) ?? [])
    if (named !== id) throw new ProviderError(3005, `The request is on ${id}, but names the chain ${named}.`)
  if (networkSwitches.test(method)) requireSessionNetwork(method, chainOf(params), networks, scope.accounts)
  return { family, network }
}

/**
 * Refuses a switch to a network that isn't in the session, because a page must not extend what the user approved. Also refuses to
 * add a network, because only the wallet's operator chooses networks.
 */
function requireSessionNetwork(
  method: string,
  id: CaipNetworkId,
  networks: readonly ChainNetwork[],
  accounts: readonly string[],
) {
  if (accounts.some((account) => account.startsWith(`${id}:`))) return
  if (findNetwork(networks, id))
    throw new ProviderError(3005, `Unauthorized chain: the session does not have ${id}.`)
  if (method === 'wallet_addEthereumChain') throw new ProviderError(4200, "This wallet can't add networks.")
  throw new ProviderError(4902, `Unrecognized chain ID "${id}".`)
}
