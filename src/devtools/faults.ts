import { type Store, storeOf } from '../core/store.ts'
import type { KeyValueStore } from '../ports.ts'

/** The faults to choose from. */
export const faults = [
  {
    id: 'slow',
    group: 'Nodes and services',
    label: 'Slow',
    description: 'Delays each request by 3 s.',
  },
  {
    id: 'unreachable',
    group: 'Nodes and services',
    label: 'Down',
    description: 'Fails each request, as without a network.',
  },
  {
    id: 'server-error',
    group: 'Nodes and services',
    label: 'Failing',
    description: 'Answers each request with status 500.',
  },
  {
    id: 'rate-limit',
    group: 'Nodes and services',
    label: 'Rate limited',
    description: 'Answers each request with status 429.',
  },
  {
    id: 'not-json',
    group: 'Nodes and services',
    label: 'Not JSON',
    description: 'Answers each request with an HTML page.',
  },
  {
    id: 'wallet-rejects',
    group: 'Wallets',
    label: 'Rejecting',
    description: 'Declines every request that needs the visitor.',
  },
  { id: 'wallet-slow', group: 'Wallets', label: 'Slow', description: 'Delays each answer by 3 s.' },
  {
    id: 'wallet-silent',
    group: 'Wallets',
    label: 'Silent',
    description: 'Never answers a request that needs the visitor.',
  },
  { id: 'storage-full', group: 'Storage', label: 'Full', description: 'Fails every write.' },
  {
    id: 'storage-refused',
    group: 'Storage',
    label: 'Refused',
    description: 'Fails every read and write.',
  },
] as const
export type FaultId = (typeof faults)[number]['id']

/** The delay of slow requests and answers, in ms. */
export const delayMs = 3_000

export interface Faults {
  /** The faults that are on. */
  readonly store: Store<readonly FaultId[]>
  isOn(id: FaultId): boolean
  set(id: FaultId, on: boolean): void
  clear(): void
}

const key = 'latchkey.devtools.faults'

/** Turns faults on and off. They stay on after a reload of the tab, because many faults matter while a page loads. */
export function faultSwitches(kept: Pick<KeyValueStore, 'get' | 'set'> | undefined): Faults {
  const store = storeOf<readonly FaultId[]>(read(kept))
  const write = (ids: readonly FaultId[]) => {
    store.set(ids)
    try {
      kept?.set(key, ids.join(' '))
    } catch {
      // Without storage, faults end at the reload.
    }
  }
  const isOn = (id: FaultId) => store.getSnapshot().includes(id)
  return {
    store,
    isOn,
    set(id, on) {
      if (on !== isOn(id))
        write(on ? [...store.getSnapshot(), id] : store.getSnapshot().filter((one) => one !== id))
    },
    clear: () => write([]),
  }
}

function read(kept: Pick<KeyValueStore, 'get'> | undefined): readonly FaultId[] {
  try {
    const ids = kept?.get(key)?.split(' ') ?? []
    return faults.map(({ id }) => id).filter((id) => ids.includes(id))
  } catch {
    return []
  }
}
