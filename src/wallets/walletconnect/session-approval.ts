import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { ProviderError } from '../provider-error.ts'
import type { FamilyWallet } from './family-wallet.ts'
import type { Namespaces, ProposedScope } from './sign-client.ts'

/** A page's proposal, by family. */
export interface ProposedNamespaces {
  readonly requiredNamespaces: Readonly<Record<string, ProposedScope>>
  readonly optionalNamespaces: Readonly<Record<string, ProposedScope>>
}

/** The user's limits for an approval. Default: approves everything in the proposal that the wallet supports. */
export interface ApprovalLimits {
  readonly networks?: readonly CaipNetworkId[] | undefined
  readonly families?: readonly ChainNamespace[] | undefined
  readonly methods?: readonly string[] | undefined
}

export interface Approver {
  readonly networks: readonly ChainNetwork[]
  readonly wallets: ReadonlyMap<ChainNamespace, FamilyWallet>
}

/** The events that the wallet may emit. https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
const events = ['accountsChanged', 'chainChanged', 'bip122_addressesChanged']

/**
 * Returns the namespaces to approve. For each family, the namespace contains the proposed networks and methods that the wallet
 * supports, and the wallet's accounts.
 *
 * @throws a `ProviderError` to send to the page if nothing can be approved.
 */
export async function approvalOf(
  proposal: ProposedNamespaces,
  { networks, wallets }: Approver,
  limits: ApprovalLimits = {},
): Promise<Namespaces> {
  const wanted = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap((scopes) =>
    Object.entries(scopes ?? {}),
  )
  const approved: Namespaces = {}
  for (const namespace of chainNamespaces) {
    const wallet = wallets.get(namespace)
    const scopes = wanted.filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    if (!wallet || scopes.length === 0 || limits.families?.includes(namespace) === false) continue
    // A key may be a single network, such as `eip155:1`.
    const chains = scopes.flatMap(([key, { chains: listed }]) => listed ?? (key.includes(':') ? [key] : []))
    const chosen = networks.filter(
      ({ caipNetworkId }) =>
        chains.includes(caipNetworkId) && limits.networks?.includes(caipNetworkId) !== false,
    )
    if (chosen.length === 0) continue
    const methods = new Set(scopes.flatMap(([, scope]) => scope.methods))
    const told = new Set(scopes.flatMap(([, scope]) => scope.events))
    approved[namespace] = {
      chains: chosen.map(({ caipNetworkId }) => caipNetworkId),
      accounts: await accountsOn(wallet, chosen),
      methods: wallet.methods.filter(
        (method) => methods.has(method) && limits.methods?.includes(method) !== false,
      ),
      events: events.filter((event) => told.has(event)),
    }
  }
  if (Object.keys(approved).length === 0) throw new ProviderError(5100, 'Unsupported chains.')
  return approved
}

/** Returns the accounts on the networks, as CAIP-10 ids. */
export async function accountsOn(wallet: FamilyWallet, networks: readonly ChainNetwork[]): Promise<string[]> {
  const lists = await Promise.all(
    networks.map(async (network) =>
      (await wallet.addresses(network)).map((address) => `${network.caipNetworkId}:${address}`),
    ),
  )
  return lists.flat()
}
