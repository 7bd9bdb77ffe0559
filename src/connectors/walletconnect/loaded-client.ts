import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorContext } from '../../core/wallet/connector.ts'
import type { Unsubscribe } from '../../ports.ts'
import { canSignIn, hostClient } from './library/host-client.ts'
import { HostLink } from './library/host-link.ts'
import type { SignClient } from './library/library.ts'
import { makeClient } from './library/load-client.ts'
import { loadLibrary } from './library/load-library.ts'
import { OwedEnds } from './library/owed-ends.ts'
import { refuseForeignAnswers, refuseIdsInUse } from './library/request-ids.ts'
import type { WalletConnectOptions } from './options.ts'
import { adoptSession } from './pairing/adopt-session.ts'
import type { Settled } from './pairing/create-pairing.ts'
import { discardPairing, retirePairing } from './pairing/discard-pairing.ts'
import { EarlierPairings, type StoredProposal } from './pairing/earlier-pairings.ts'
import { OneClick } from './pairing/one-click.ts'
import { SecondWallets } from './pairing/second-wallets.ts'
import type { ShownPairings } from './pairing/shown-pairings.ts'
import { refusePlainEnvelopes } from './relay/plain-envelopes.ts'
import { RelayLink, type SessionLink } from './relay/relay-link.ts'
import { SessionEnds } from './session-ends.ts'

/** A client of the WalletConnect library, with the parts that Latchkey adds to it. */
export interface LoadedClient {
  readonly client: SignClient
  readonly link: SessionLink
  readonly ends: SessionEnds
  readonly oneClick: OneClick | undefined
  /** The pairings of earlier page loads. Undefined for a client of the host, which keeps its own pairings. */
  readonly earlier: EarlierPairings | undefined
  /** Sends the messages that end sessions. Undefined for a client of the host. */
  readonly owed: OwedEnds | undefined
  /** Whether this is a client of the host, which may have sessions of its own. */
  readonly shared: boolean
}

export interface LoadClientOptions {
  readonly options: WalletConnectOptions
  readonly context: ConnectorContext
  readonly fetchLibrary: () => Promise<unknown>
  readonly shown: ShownPairings
  /** The functions that undo what the client adds to the library and to the page, in the order of the additions. */
  readonly releases: Unsubscribe[]
  readonly isDisposed: () => boolean
  /** Called when a session or a pairing has ended, or the number of unsent messages changes. */
  readonly idle: (loaded: LoadedClient) => void
}

/**
 * Loads the WalletConnect library, or takes the host's client. The caller handles the events of sessions.
 * @throws `config/disposed`, and the errors of `loadLibrary` and `makeClient`.
 */
export async function loadClient(given: LoadClientOptions): Promise<LoadedClient> {
  const { context, shown, releases } = given
  const { log } = context
  const loaded = await openClient(given)
  const { client, link, oneClick, earlier, owed, shared } = loaded
  if (given.isDisposed()) {
    await link.end()
    throw latchkeyError('config/disposed')
  }
  if (!shared) releases.push(refuseIdsInUse(client))
  if (owed) releases.push(new SecondWallets({ client, owed, log }).listen())
  releases.push(refusePlainEnvelopes(client.core.crypto), refuseForeignAnswers(client))
  if (oneClick) {
    releases.push(oneClick.listen())
    if (!shared) await oneClick.recall()
  }
  // Listen before the relay's first message is handled.
  const listening = earlier?.listen()
  releases.push(() => earlier?.dispose())
  // Remove the sign-in requests of an earlier visit. Keep the requests of pairings that this visit continues.
  if (!shared) await oneClick?.forgetAbandoned()
  await listening
  const { storage } = client.core
  if (!shared && storage && canSignIn(client))
    releases.push(
      shown.onConnected((topic) => {
        adoptSession(client, storage, topic).catch((error) =>
          log.debug("Couldn't take over another tab's session", error),
        )
      }),
    )
  releases.push(() => owed?.end())
  owed?.recall().catch((error) => log.debug("Couldn't read the stored ends of sessions", error))
  return loaded
}

async function openClient(given: LoadClientOptions): Promise<LoadedClient> {
  const { options, context, fetchLibrary, releases } = given
  const { clock, page, log, app } = context
  const host = hostClient(options.universalProvider ?? app?.universalProvider)
  if (host) return clientOfHost(host, given)
  const init = await loadLibrary(fetchLibrary)
  if (given.isDisposed()) throw latchkeyError('config/disposed')
  const { client, tabs, release, proposals } = await makeClient(init, options, context)
  releases.push(release)
  const isSession = (topic: string) => client.session.keys.includes(topic)
  const link = new RelayLink({ core: client.core, clock, page, log, tabs: { name: tabs, isSession } })
  return ownClient(client, link, proposals, given)
}

function clientOfHost(client: SignClient, { context, idle }: LoadClientOptions): LoadedClient {
  const { clock, log } = context
  const link = new HostLink({ core: client.core, clock, log })
  const removed = () => idle(loaded)
  const ends = new SessionEnds({ client, link, clock, log, owed: undefined, shared: true, removed })
  const oneClick = canSignIn(client) ? new OneClick({ client, link, clock, storage: undefined }) : undefined
  const loaded = { client, link, ends, oneClick, earlier: undefined, owed: undefined, shared: true }
  return loaded
}

function ownClient(
  client: SignClient,
  link: SessionLink,
  stored: readonly StoredProposal[],
  { context, shown, idle }: LoadClientOptions,
): LoadedClient {
  const { clock, log } = context
  const { storage } = client.core
  const parts = { client, link, clock, log }
  const removed = () => idle(loaded)
  const oneClick = canSignIn(client) ? new OneClick({ client, link, clock, storage }) : undefined
  const changed = (count: number) => {
    shown.owe(count > 0)
    removed()
  }
  const owed = storage && new OwedEnds({ client, storage, clock, log, changed })
  const ends = new SessionEnds({ ...parts, owed, shared: false, removed })
  const earlier = new EarlierPairings({
    ...parts,
    now: () => clock.now(),
    shown,
    oneClick,
    stored,
    discard: async (topic, isUsed, keys) => {
      if (isUsed) await retirePairing({ ...parts, endsSecondWallets: owed !== undefined }, topic)
      else await discardPairing(parts, topic, { keys })
      removed()
    },
    late: (settled) => endSettled(loaded, settled),
  })
  const loaded: LoadedClient = { client, link, ends, oneClick, earlier, owed, shared: false }
  return loaded
}

/** Ends a new session that isn't wanted anymore. */
export function endSettled({ ends }: LoadedClient, { struct, earlier }: Settled): void {
  ends.endUnused(struct)
  earlier?.done()
}
