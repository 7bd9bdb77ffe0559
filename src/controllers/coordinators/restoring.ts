import { throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { reconnectTimeout } from '../../core/limits.ts'
import type { ChainAdapter } from '../../core/wallet/adapter.ts'
import { type Connection, connectionKey } from '../../core/wallet/connection.ts'
import type { Connector, ConnectorSession, RestoreOptions } from '../../core/wallet/connector.ts'
import { walletDetection } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'
import { type SessionDeps, sharesSession } from './session.ts'
import { bind, defaultNetworkOf } from './session-binding.ts'

type Namespaces = readonly ChainNamespace[]

/** A session that the wallet still grants. */
interface Grant {
  readonly connector: Connector
  readonly session: ConnectorSession
  readonly known: Namespaces
}

/**
 * Restores the session that the wallet still grants, without prompting the visitor. Resolves with an empty list if the wallet
 * grants no session now. Resolves with `revoked` if the wallet says that it revoked its permission. Waits at most 5 s until the
 * wallet is discovered, and at most 5 s for each of the wallet's answers.
 *
 * Any extension can claim another wallet's id. So a discovered wallet is restored only if it shows a stored account and no other
 * wallet with its id does. `followAccount` is the only exception.
 * @throws `connection/connector-not-found`, `wallet/timeout`, `flow/aborted`, or the wallet's error.
 */
export async function restoreConnections(
  deps: SessionDeps,
  id: string,
  namespaces: Namespaces,
  outer: AbortSignal,
): Promise<readonly Connection[] | 'revoked'> {
  const { clock, log } = deps
  const late = () => latchkeyError('wallet/timeout', { values: { seconds: reconnectTimeout / 1000 } })
  const inTime = <T>(run: (signal: AbortSignal) => Promise<T>) =>
    withTimeout(clock, reconnectTimeout, run, late, outer)
  const giveUpAt = clock.now() + walletDetection.wait
  const asked = new Set<Connector>()
  const strangers: Grant[] = []
  for (;;) {
    const claimants = await claimantsOf(deps, { id, namespaces, asked, giveUpAt }, outer)
    throwIfAborted(outer)
    if (claimants.length === 0) {
      const [only, another] = strangers
      if (only && !another && asked.size === 1)
        return inTime((signal) => followAccount(deps, only, namespaces, signal))
      if (asked.size > 0) return (await inTime((signal) => allRevoked(asked, signal))) ? 'revoked' : []
      throw latchkeyError('connection/connector-not-found', { values: { id } })
    }
    for (const one of claimants) asked.add(one)
    const answers = await Promise.allSettled(
      claimants.map((one) => inTime((signal) => grantOf(deps, one, namespaces, signal))),
    )
    throwIfAborted(outer)
    const grants = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value) || [])
    const [own, other] = grants.filter(({ known }) => known.length > 0)
    if (other)
      log.warn(`Several wallets claim the id ${id} and the stored account, so none of them is restored`)
    else if (own) return inTime((signal) => reconnectGrant(deps, own, signal))
    // A wallet that doesn't show the stored account may be an impostor. Wait for the real wallet.
    else if (grants.length > 0) {
      strangers.push(...grants)
      continue
    }
    for (const answer of answers) if (answer.status === 'rejected' && !other) throw answer.reason
    if (grants.length === 0 && (await inTime((signal) => allRevoked(asked, signal)))) return 'revoked'
    return []
  }
}

/**
 * Connects another account of the last connected wallet, if the visitor selected this account in the wallet while the page was
 * closed. Connects nothing if the wallet has no `rdns`, or if its `rdns` or type differs from the stored one. The visitor must
 * connect such a wallet again.
 */
async function followAccount(
  deps: SessionDeps,
  { connector, session }: Grant,
  namespaces: Namespaces,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const known = namespaces.filter((namespace) => {
    const stored = deps.persistence.get(connectionKey(namespace))
    const isSame =
      stored?.rdns !== undefined && stored.rdns === connector.rdns && stored.source === connector.type
    return isSame && session.accounts.some((one) => one.namespace === namespace)
  })
  return known.length > 0 ? reconnectGrant(deps, { connector, session, known }, signal) : []
}

/** Returns the known connectors that claim the id. The second has the id `<id>#2`, the third `<id>#3`, and so on. */
export function claiming(connector: SessionDeps['connector'], id: string): readonly Connector[] {
  const all: Connector[] = []
  for (let count = 1, one = connector.find(id); one; one = connector.find(`${id}#${++count}`)) all.push(one)
  return all
}

/**
 * Returns whether all wallets that were asked say that they revoked the permission. For WalletConnect and for an embedded wallet,
 * the permission counts as revoked if the session no longer exists.
 */
async function allRevoked(asked: ReadonlySet<Connector>, signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all(
    [...asked].map(async (one) => (sharesSession(one.type) ? true : one.revoked?.({ signal }))),
  )
  return answers.every((revoked) => revoked === true)
}

/** Asks a wallet which session it still grants. */
async function grantOf(
  deps: SessionDeps,
  connector: Connector,
  namespaces: Namespaces,
  signal: AbortSignal,
): Promise<Grant | undefined> {
  const session = await connector.restore({ signal, known: knownOf(deps, namespaces) })
  if (!session) return undefined
  // Only a discovered wallet can fake its id, so check the accounts of discovered wallets only. A WalletConnect session is
  // restored even if its accounts have changed. All other connectors come from the host.
  if (!['ANNOUNCED', 'INJECTED'].includes(connector.type)) return { connector, session, known: namespaces }
  const shown = await Promise.all(
    namespaces.map(async (one) => showsStored(deps, await deps.adapters.get(one), session)),
  ).catch((error) => {
    // The code of an adapter failed to load. If no family uses the session, release the session: it would follow the wallet to
    // accounts that aren't stored.
    const { connections } = deps
    if (!connections.connectedNamespaces.some((one) => connections.of(one)?.connectorId === connector.id))
      connector.release?.()
    throw error
  })
  return { connector, session, known: namespaces.filter((_, index) => shown[index]) }
}

/** Returns the stored accounts and networks of the given families. */
function knownOf({ persistence }: SessionDeps, namespaces: Namespaces): RestoreOptions['known'] {
  const stored = namespaces.flatMap((namespace) => {
    const connection = persistence.get(connectionKey(namespace))
    return connection ? [{ namespace, ...connection }] : []
  })
  return {
    accounts: stored.flatMap(({ namespace, accounts }) => accounts.map((one) => ({ ...one, namespace }))),
    networks: stored.map(({ networkId }) => networkId),
  }
}

function showsStored(deps: SessionDeps, adapter: ChainAdapter, { accounts }: ConnectorSession): boolean {
  const { namespace } = adapter
  const network = defaultNetworkOf(deps, namespace)
  const normal = (address: string) => adapter.normalizeAddress(address, network)
  const stored = deps.persistence
    .get(connectionKey(namespace))
    ?.accounts.map(({ address }) => normal(address))
  return accounts.some((one) => {
    const address = one.namespace === namespace ? normal(one.address) : undefined
    return address !== undefined && stored?.includes(address)
  })
}

function reconnectGrant(deps: SessionDeps, { connector, session, known }: Grant, signal: AbortSignal) {
  return bind(deps, known, (namespace, adapter) => {
    // If the visitor chose an account in the app, keep this account. Otherwise use the account that is selected in the wallet
    // now, because the visitor may have selected another account since the last visit.
    const { accounts: [last] = [], chosen } = deps.persistence.get(connectionKey(namespace)) ?? {}
    const selected = session.accounts.find((one) => one.namespace === namespace && one.type === last?.type)
    const lastAddress = chosen ?? selected?.address ?? last?.address
    const network = defaultNetworkOf(deps, namespace)
    return adapter.reconnect({ connector, session, network, lastAddress }, { signal })
  })
}

interface Wanted {
  readonly id: string
  readonly namespaces: Namespaces
  readonly asked: ReadonlySet<Connector>
  readonly giveUpAt: number
}

/**
 * Returns the connectors that claim the id and weren't asked yet. If there are none, waits while discovery may still find one.
 * Resolves with an empty list after `giveUpAt` or an abort.
 */
function claimantsOf(
  { connector, clock }: SessionDeps,
  { id, namespaces, asked, giveUpAt }: Wanted,
  signal: AbortSignal,
): Promise<readonly Connector[]> {
  const known = () =>
    claiming(connector, id).filter(
      (one) => !asked.has(one) && one.chains.some((chain) => namespaces.includes(chain)),
    )
  return new Promise((resolve) => {
    const releases: Unsubscribe[] = []
    const settle = (result: readonly Connector[]) => {
      for (const release of releases) release()
      resolve(result)
    }
    const now = known()
    if (now.length > 0 || signal.aborted || !connector.discovering) return settle(now)
    void connector.discover()
    const look = () => {
      const late = known()
      if (late.length > 0) settle(late)
    }
    const giveUp = () => settle([])
    signal.addEventListener('abort', giveUp, { once: true })
    releases.push(connector.onFound(look), clock.after(Math.max(0, giveUpAt - clock.now()), giveUp), () =>
      signal.removeEventListener('abort', giveUp),
    )
  })
}
