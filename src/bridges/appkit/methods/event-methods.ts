import type { Latchkey } from '../../../client/create-latchkey.ts'
import { displayMessage } from '../../../core/errors/latchkey-error.ts'
import { type Store, storeOf } from '../../../core/store.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { watchValue } from '../watch-value.ts'

/** The last event, in AppKit's form (S3.3.11, S3.3.12). */
export interface AppKitEvent {
  /** In ms since the Unix epoch. */
  readonly timestamp: number
  readonly data: {
    readonly type: 'track'
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>> | undefined
  }
  /** The `code`s of the errors that were reported so far. */
  readonly reportedErrors: Readonly<Record<string, boolean>>
}

export interface EventMethods {
  getEvent(): AppKitEvent
  subscribeEvents(listener: (event: AppKitEvent) => void): Unsubscribe
}

/**
 * Converts the client's events about the modal, connections and networks to AppKit's events. AppKit's other events, such as
 * clicks inside the modal, aren't supported.
 */
export function eventsOf(
  client: Latchkey,
  now: () => number,
): { store: Store<AppKitEvent>; stop: Unsubscribe } {
  const { modal, session, pairing, account, networkSwitch, alert } = client
  const store = storeOf<AppKitEvent>({
    timestamp: now(),
    data: { type: 'track', event: 'MODAL_CREATED' },
    reportedErrors: {},
  })
  const tell = (event: string, properties?: Readonly<Record<string, unknown>>) =>
    store.set({ ...store.getSnapshot(), timestamp: now(), data: { type: 'track', event, properties } })
  const releases = [
    modal.on('opened', ({ connected }) => tell('MODAL_OPEN', { connected })),
    modal.on('closed', ({ connected }) => tell('MODAL_CLOSE', { connected })),
    session.on('established', ({ connections, restored }) => {
      const [first] = connections
      if (restored || !first) return
      const { name, type } = account.state[first.namespace].connectedWalletInfo ?? {}
      // The pairing controller reports connections over WalletConnect, because it knows how the visitor connected.
      if (type === 'WALLET_CONNECT') return
      tell('CONNECT_SUCCESS', { method: type === 'AUTH' || type === 'ID_AUTH' ? 'email' : 'browser', name })
    }),
    pairing.on('finished', ({ method, name = account.active.connectedWalletInfo?.name }) =>
      tell('CONNECT_SUCCESS', { method, name }),
    ),
    session.watch(
      ({ attempt }) => attempt,
      (attempt) => {
        if (attempt?.phase === 'failed') tell('CONNECT_ERROR', { message: displayMessage(attempt.error) })
      },
    ),
    session.on('disconnected', ({ namespace = 'all' }) => tell('DISCONNECT_SUCCESS', { namespace })),
    networkSwitch.on('switched', ({ network }) => tell('SWITCH_NETWORK', { network: network.caipNetworkId })),
    alert.on('reported', ({ code }) => {
      const before = store.getSnapshot()
      store.set({ ...before, reportedErrors: { ...before.reportedErrors, [code]: true } })
    }),
  ]
  return {
    store,
    stop() {
      for (const release of releases) release()
    },
  }
}

export function eventMethods(store: Store<AppKitEvent>): EventMethods {
  return {
    getEvent: store.getSnapshot,
    subscribeEvents: (listener) =>
      // A new error changes `reportedErrors`, but isn't an event.
      watchValue(
        [store],
        () => store.getSnapshot().data,
        () => listener(store.getSnapshot()),
        Object.is,
      ),
  }
}
