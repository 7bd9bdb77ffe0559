import type { Latchkey } from '../client/create-latchkey.ts'
import type { Unsubscribe } from '../ports.ts'
import type { Journal } from './journal.ts'

/** The methods of a controller that the panel uses. */
interface Watched {
  getSnapshot(): Readonly<Record<string, unknown>>
  subscribe(listener: () => void): Unsubscribe
  on(event: string, listener: (told: unknown) => void): Unsubscribe
}
export interface WatchedController {
  readonly name: string
  readonly controller: Watched
}

/** The events that the panel records besides `change`, by controller. */
const events: Readonly<Record<string, readonly string[]>> = {
  account: ['connected', 'disconnected'],
  activity: ['settled'],
  alert: ['reported'],
  embeddedWallet: ['approvalRequested', 'approvalFinished', 'socialCanceled', 'refused'],
  modal: ['opened', 'closed'],
  names: ['registered'],
  network: ['activeChanged', 'added', 'removed'],
  networkSwitch: ['switched', 'failed'],
  session: ['established', 'ended'],
}

/** Returns all controllers of a client. */
export function controllersOf(client: Latchkey): readonly WatchedController[] {
  return Object.entries<unknown>({ ...client })
    .flatMap(([name, controller]) => (isWatched(controller) ? [{ name, controller }] : []))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Records a client's events and state changes. */
export function watchClient(client: Latchkey, journal: Journal): Unsubscribe {
  const releases = controllersOf(client).flatMap(({ name, controller }) => {
    let before = controller.getSnapshot()
    const changes = controller.subscribe(() => {
      const now = controller.getSnapshot()
      const changed = Object.entries(now).filter(([key, value]) => !Object.is(value, before[key]))
      before = now
      const title = `${name}: ${changed.map(([key]) => key).join(', ')}`
      if (changed.length > 0) journal.note('event', title, Object.fromEntries(changed))
    })
    const told = (events[name] ?? []).map((event) =>
      controller.on(event, (payload) => journal.note('event', `${name}.${event}`, { told: payload })),
    )
    return [changes, ...told]
  })
  return () => {
    for (const release of releases) release()
  }
}

function isWatched(value: unknown): value is Watched {
  return typeof (value as Partial<Watched> | undefined)?.getSnapshot === 'function'
}
