import { findNetwork } from '../../core/chain/network.ts'
import { ProviderError } from '../provider-error.ts'
import type { HeadlessRequest, HeadlessWalletOptions } from './headless.ts'
import type { Approver } from './session-approval.ts'
import type { HeadlessSessions } from './sessions.ts'

/** The methods that need no approval. */
const plain =
  /^(eth_(accounts|requestAccounts)|solana_(get|request)Accounts|getAccountAddresses|cosmos_getAccounts|wallet_(getCallsStatus|getCapabilities|getPermissions))$/

/**
 * Answers a request if its session allows it: it must be on an approved chain, use an approved method and accounts that the
 * page was shown, name no other chain, and be approved by `approve`. What the session allows is looked up again after that,
 * since a person takes time: the session may have ended, and the page may have given up.
 *
 * @throws `ProviderError`, which the page is answered.
 */
export async function answerRequest(
  request: HeadlessRequest,
  approver: Approver,
  sessions: HeadlessSessions,
  { approve, now }: { readonly approve: HeadlessWalletOptions['approve']; readonly now: () => number },
): Promise<unknown> {
  const { topic, method, params, expiresAt = Number.POSITIVE_INFINITY } = request
  const first = await allowed(request, approver, sessions)
  const completed = await first.family.complete?.({ method, params }, first.network)
  if (!plain.test(method)) await approve?.(completed ? { ...request, completed } : request)
  // The page has told its visitor that nothing came of it, who may ask for the same again.
  if (now() >= expiresAt) throw new ProviderError(8000, 'Session request expired.')
  const { family, network } = await allowed(request, approver, sessions)
  if (method === 'wallet_switchEthereumChain') return sessions.moveChain(topic, params)
  if (method === 'wallet_addEthereumChain') return sessions.addChain(params)
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
    if (named !== id) throw new ProviderError(3005, `The request is on ${id}, and names the chain ${named}.`)
  return { family, network }
}
