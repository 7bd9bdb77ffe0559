import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { CloseReason, ConnectorEvents } from '../../core/wallet/connector.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { BitcoinAddressQuestions } from './bitcoin-address-questions.ts'
import { readBitcoinAddresses } from './bitcoin-addresses.ts'
import type { LibraryEvents, SignClient } from './library/library.ts'
import type { LiveSession } from './live-session.ts'
import { addressesChanged } from './methods.ts'
import { eventNetwork } from './namespaces.ts'

export interface SessionEventsOptions {
  readonly client: SignClient
  /** Emits an event if the session is the current session. */
  readonly emit: <E extends keyof ConnectorEvents>(
    live: LiveSession,
    event: E,
    payload: ConnectorEvents[E],
  ) => void
  /** Returns the session if it is the current session or may become the current session. */
  readonly find: (topic: string) => LiveSession | undefined
  readonly bitcoin: Pick<BitcoinAddressQuestions, 'ask' | 'learn' | 'keep'>
  readonly over: (live: LiveSession, reason: CloseReason) => void
  /** Called when the wallet's update leaves the session without a usable account. */
  readonly emptied: (live: LiveSession) => void
}

/** Listens to the wallets of the sessions that `find` returns. Ignores other sessions. */
export function listenToSession(options: SessionEventsOptions): Unsubscribe {
  const { client, emit, find, over, emptied, bitcoin } = options
  const releases: Unsubscribe[] = []
  const on = <E extends keyof LibraryEvents>(
    event: E,
    listener: (live: LiveSession, payload: LibraryEvents[E]) => void,
  ) => {
    const heard = (payload: LibraryEvents[E]) => {
      const live = find(payload.topic)
      if (live) listener(live, payload)
    }
    client.on(event, heard)
    releases.push(() => void client.off(event, heard))
  }
  // The library sends this event for an expired session too, before `session_expire`, but without the id of a wallet's request.
  on('session_delete', (live, { id }) => over(live, id ? 'wallet' : 'expired'))
  on('session_expire', (live) => over(live, 'expired'))
  on('session_update', (live) => {
    const struct = client.session.getAll().find(({ topic }) => topic === live.struct.topic)
    if (!struct) return
    const approval = live.bitcoinApproval
    if (live.update(struct)) emit(live, 'sessionChanged', {})
    if (live.accounts.length === 0) return emptied(live)
    if (live.bitcoinApproval === approval) return
    bitcoin.keep(live)
    bitcoin.ask(live)
  })
  on('session_event', (live, { params }) => heard(live, params, options))
  return () => {
    for (const release of releases.splice(0)) release()
  }
}

function heard(
  live: LiveSession,
  { chainId, event }: LibraryEvents['session_event']['params'],
  { emit, bitcoin }: SessionEventsOptions,
): void {
  const network = eventNetwork(chainId, event.name === 'chainChanged' ? (event.data ?? null) : undefined)
  const namespace = network?.slice(0, network.indexOf(':')) as ChainNamespace | undefined
  if (!network || !namespace || !live.covers(namespace)) return
  // Ignore a network that isn't in the session. On eip155, use the network anyway: an EVM wallet has a current network, which may
  // be a network that the page didn't request.
  if (namespace !== 'eip155' && !live.networks.includes(network)) return
  if (event.name === 'chainChanged' && live.moved(network)) {
    emit(live, 'networkChanged', { namespace, network })
    // Emit the accounts of all networks. The adapter shows the accounts of its own network, and needs the others when the page
    // switches back.
    if (live.accountsOn(network).length > 0)
      emit(live, 'accountsChanged', { namespace, accounts: live.accountsOf(namespace) })
  }
  if (event.name === addressesChanged) {
    const addresses = readBitcoinAddresses(event.data)
    // Ignore a list of plain texts, because it doesn't show which addresses hold ordinals. Ask the wallet instead.
    const told = addresses.some(({ intention }) => intention !== undefined)
    if (told) bitcoin.learn(live, new Map([[network, addresses]]))
    else bitcoin.ask(live)
  }
  const [first] = Array.isArray(event.data) ? (event.data as unknown[]) : []
  if (event.name === 'accountsChanged' && typeof first === 'string' && live.select(namespace, first))
    emit(live, 'accountsChanged', { namespace, accounts: live.accountsOf(namespace) })
}
