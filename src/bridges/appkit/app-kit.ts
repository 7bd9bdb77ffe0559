import type { Latchkey } from '../../client/create-latchkey.ts'
import type { SignInOption } from '../../core/sign-in.ts'
import { type Store, storeOf } from '../../core/store.ts'
import { type AccountMethods, accountMethods } from './methods/account-methods.ts'
import { type AppKitEvent, type EventMethods, eventMethods, eventsOf } from './methods/event-methods.ts'
import { type ModalMethods, modalMethods } from './methods/modal-methods.ts'
import { type NetworkMethods, networkMethods } from './methods/network-methods.ts'
import { type OptionMethods, optionMethods } from './methods/option-methods.ts'
import { type ProviderMethods, providerMethods } from './methods/provider-methods.ts'
import { type ThemeMethods, themeMethods } from './methods/theme-methods.ts'

/**
 * A client by AppKit's names; facts 10.2. Each method is a call of a controller of the client. Methods of AppKit that are not
 * here are not built: the compiler says so, and the guide lists them.
 */
export interface AppKit
  extends AccountMethods,
    NetworkMethods,
    ModalMethods,
    ThemeMethods,
    ProviderMethods,
    OptionMethods,
    EventMethods {
  /** What all of it is made of: for whatever has no name in AppKit. */
  readonly client: Latchkey
  /** See `Latchkey.ready`. */
  ready(): Promise<void>
  /** Ends the client, and gives up the place that the hooks look in. AppKit has no such call. */
  dispose(): Promise<void>
  /** For the hooks. */
  readonly stores: { readonly initialized: Store<boolean>; readonly event: Store<AppKitEvent> }
}

/** @param ended Called once, before the client is disposed. */
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
  // As late as the client itself looks for wallets; on a server never.
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
