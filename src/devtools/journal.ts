import { type Store, storeOf } from '../core/store.ts'
import { masked } from './masking.ts'

export type EntryKind = 'event' | 'wallet' | 'request'

/** A recorded event or request. Secrets in it are masked. */
export interface Entry {
  readonly id: number
  readonly kind: EntryKind
  /** The time in ms since the Unix epoch. */
  readonly at: number
  readonly title: string
  readonly outcome: 'running' | 'done' | 'failed'
  /** The duration in ms. */
  readonly ms?: number | undefined
  readonly detail: Readonly<Record<string, unknown>>
}

type Detail = Readonly<Record<string, unknown>>
export type Outcome = Exclude<Entry['outcome'], 'running'>

export interface Journal {
  /** The entries, oldest first. */
  readonly store: Store<readonly Entry[]>
  note(kind: EntryKind, title: string, detail: Detail): void
  /** Records the start of a request. Call the returned function with the request's outcome. */
  begin(kind: EntryKind, title: string, detail: Detail): (outcome: Outcome, detail?: Detail) => void
  clear(kind: EntryKind): void
}

/** The maximum number of entries per kind. */
const limit = 200

export function journalOf(now: () => number): Journal {
  const store = storeOf<readonly Entry[]>([])
  let count = 0
  const add = (entry: Omit<Entry, 'id' | 'at'>): Entry => {
    const added = { ...entry, id: ++count, at: now() }
    const all = [...store.getSnapshot(), added]
    const surplus = all.filter(({ kind }) => kind === entry.kind).length - limit
    const oldest = surplus > 0 ? all.find(({ kind }) => kind === entry.kind) : undefined
    store.set(all.filter((one) => one !== oldest))
    return added
  }
  const shown = (detail: Detail) => masked(detail) as Detail
  return {
    store,
    note: (kind, title, detail) => void add({ kind, title, outcome: 'done', detail: shown(detail) }),
    begin(kind, title, detail) {
      const { id, at } = add({ kind, title, outcome: 'running', detail: shown(detail) })
      return (outcome, more = {}) => {
        const ms = now() - at
        store.set(
          store
            .getSnapshot()
            .map((one) =>
              one.id === id ? { ...one, outcome, ms, detail: { ...one.detail, ...shown(more) } } : one,
            ),
        )
      }
    },
    clear: (kind) => store.set(store.getSnapshot().filter((one) => one.kind !== kind)),
  }
}
