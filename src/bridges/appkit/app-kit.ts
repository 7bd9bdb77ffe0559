import type { Latchkey } from '../../client/create-latchkey.ts'
import type { SignInOption } from '../../core/sign-in/sign-in.ts'
import { type Store, storeOf } from '../../core/store.ts'
import { type AccountMethods, accountMethods } from './methods/account-methods.ts'
import { type AppKitEvent, type EventMethods, eventMethods, eventsOf } from './methods/event-methods.ts'
import { type ModalMethods, modalMethods } from './methods/modal-methods.ts'
import { type NetworkMethods, networkMethods } from './methods/network-methods.ts'
import { type OptionMethods, optionMethods } from './methods/option-methods.ts'
import { type ProviderMethods, providerMethods } from './methods/provider-methods.ts'
import { type ThemeMethods, themeMethods } from './methods/theme-methods.ts'

/**
 * A client with AppKit's method names (S3.10.2). The methods call the client's controllers. Some methods of AppKit aren't
 * supported: docs/coming-from-appkit.md lists them.
 */
export interface AppKit
  extends AccountMethods,
    NetworkMethods,
    ModalMethods,
    ThemeMethods,
    ProviderMethods,
    OptionMethods,
    EventMethods {
  /** The client of Latchkey. Use it for features that AppKit has no name for. */
  readonly client: Latchkey
  /** Resolves when the client is ready: see `Latchkey.ready`. */
  ready(): Promise<void>
  /** Disposes the client. You can then create another instance. AppKit has no such method. */
  dispose(): Promise<void>
  /** The stores that the hooks use. */
  readonly stores: { readonly initialized: Store<boolean>; readonly event: Store<AppKitEvent> }
}

/** Creates an instance for a client. @param ended Called before the client is disposed. */
export function appKitOf(
  client: Latchkey,
  siwx: SignInOption | undefined,
  now: () => number,
  ended: () => void,
): AppKit {
  const initialized = storeOf(false)
  const events = eventsOf(client, now)
  const ready = async () => {
    await client.ready()
    initialized.set(true)
  }
  // Waits until the page is idle, because `ready` also starts wallet discovery. On a server, nothing starts.
  const stopWaiting = client.whenIdle(() => ready().catch(() => {}))
  return {
    ...accountMethods(client),
    ...networkMethods(client),
    ...modalMethods(client, initialized),
    ...themeMethods(client),
    ...providerMethods(client),
    ...optionMethods(client, siwx),
    ...eventMethods(events.store),
    client,
    ready,
    async dispose() {
      stopWaiting()
      events.stop()
      ended()
      await client.dispose()
    },
    stores: { initialized, event: events.store },
  }
}
