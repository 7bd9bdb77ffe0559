import type { Latchkey } from '../../client/create-latchkey.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { Faults } from '../faults.ts'
import type { Journal } from '../journal.ts'

/** What the panel shows. */
export interface Shown {
  readonly client: Latchkey
  readonly journal: Journal
  readonly faults: Faults
}

/** One page of the panel: draws itself into a place, and follows what it shows until it is left. */
export interface Tab {
  readonly id: string
  readonly label: string
  open(place: HTMLElement, shown: Shown): Unsubscribe
}
