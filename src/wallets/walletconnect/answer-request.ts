import { findNetwork } from '../../core/chain/network.ts'
import { ProviderError } from '../provider-error.ts'
import type { HeadlessRequest } from './headless.ts'
import type { Approver } from './session-approval.ts'
import type { HeadlessSessions } from './sessions.ts'

/** The methods that need no approval. */
const plain =
  /^(eth_(accounts|requestAccounts)|solana_(get|request)Accounts|getAccountAddresses|cosmos_getAccounts|wallet_(getCallsStatus|getCapabilities|getPermissions))$/

/**
 * Answers a request if its session allows it: it must be on an approved chain, use an approved method and an account that the
 * page was shown, and be approved by `approve`.
 *
 * @throws `ProviderError`, which the page is answered.
 */
export async function answerRequest(
  request: HeadlessRequest,
  { networks, wallets }: Approver,
  sessions: HeadlessSessions,
  approve: ((request: HeadlessRequest) => Promise<void>) | undefined,
): Promise<unknown> {
  const { topic, network: id, method, params } = request
  const network = findNetwork(networks, id)
  const family = network && wallets.get(network.chainNamespace)
  const scope = network && sessions.get(topic).namespaces[network.chainNamespace]
  const approved = scope?.accounts.filter((account) => account.startsWith(`${id}:`)) ?? []
  if (!network || !family || !scope || approved.length === 0)
    throw new ProviderError(3005, 'Unauthorized chain.')
  if (!scope.methods.includes(method)) throw new ProviderError(3001, 'Unauthorized method.')
  const signer = family.signerOf({ method, params })
  const { same = (a: string, b: string) => a === b } = family
  const known = approved.some((account) => same(account.slice(id.length + 1), String(signer)))
  if (signer !== undefined && !known)
    throw new ProviderError(4100, `The page has no permission for ${String(signer)}.`)
  if (!plain.test(method)) await approve?.(request)
  if (method === 'wallet_switchEthereumChain') return sessions.moveChain(topic, params)
  if (method === 'wallet_addEthereumChain') return sessions.addChain(params)
  return family.request({ method, params }, network)
}
