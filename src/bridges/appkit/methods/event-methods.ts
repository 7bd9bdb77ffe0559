import type { Latchkey } from '../../../client/create-latchkey.ts'
import { displayMessage } from '../../../core/errors/latchkey-error.ts'
import { type Store, storeOf } from '../../../core/store.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { following } from '../following.ts'

/** What happened last, in AppKit's shape; facts 3.11 and 3.12. */
export interface AppKitEvent {
  /** In ms since 1970. */
  readonly timestamp: number
  readonly data: {
    readonly type: 'track'
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>> | undefined
  }
  /** By the codes of our errors: what has failed so far. */
  readonly reportedErrors: Readonly<Record<string, boolean>>
}

export interface EventMethods {
  getEvent(): AppKitEvent
  subscribeEvents(listener: (event: AppKitEvent) => void): Unsubscribe
}

/** Ways to a wallet, by AppKit's names. */
const methods: Readonly<Record<string, string>> = { WALLET_CONNECT: 'qrcode', AUTH: 'email' }

/**
 * The events that a client tells, in AppKit's words: the modal, connections and networks. What AppKit tells beside them, such
 * as clicks inside the modal, is not told here.
 */
export function eventsOf(
  client: Latchkey,
  now: () => number,
): { store: Store<AppKitEvent>; stop: Unsubscribe } {
  const { modal, session, account, networkSwitch, alert } = client
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
      const { name, type = '' } = account.state[first.namespace].connectedWalletInfo ?? {}
      tell('CONNECT_SUCCESS', { method: methods[type] ?? 'browser', name })
    }),
    session.watch(
      ({ attempt }) => attempt,
      (attempt) => {
        if (attempt?.phase === 'failed') tell('CONNECT_ERROR', { message: displayMessage(attempt.error) })
      },
    ),
    session.on('ended', ({ namespaces }) =>
      tell('DISCONNECT_SUCCESS', { namespace: namespaces.length === 1 ? namespaces[0] : 'all' }),
    ),
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
      // A failure alone is no event.
      following(
        [store],
        () => store.getSnapshot().data,
        () => listener(store.getSnapshot()),
        Object.is,
      ),
  }
}
