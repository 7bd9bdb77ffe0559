import type { Latchkey } from '../../client/create-latchkey.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { Faults } from '../faults.ts'
import type { Journal } from '../journal.ts'

/** The data that the panel shows. */
export interface PanelData {
  readonly client: Latchkey
  readonly journal: Journal
  readonly faults: Faults
}

/** A tab of the panel. `open` shows the tab and keeps it up to date. The returned function stops the updates. */
export interface Tab {
  readonly id: string
  readonly label: string
  open(place: HTMLElement, data: PanelData): Unsubscribe
}
