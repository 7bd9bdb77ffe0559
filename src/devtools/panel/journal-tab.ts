import type { Entry, EntryKind } from '../journal.ts'
import { button, element, textOf } from './element.ts'
import type { Tab } from './tab.ts'

interface Row {
  readonly row: HTMLDetailsElement
  entry: Entry
}

/**
 * Shows the entries of one kind, newest first. New entries don't replace existing rows, because a row may be open or have the
 * focus.
 */
export const journalTab = (id: string, label: string, kind: EntryKind, empty: string): Tab => ({
  id,
  label,
  open(place, { journal }) {
    const rows = new Map<number, Row>()
    const list = element('div', { 'data-list': kind })
    const nothing = element('p', { class: 'empty' }, empty)
    const tools = element('p', { class: 'tools' })
    const total = element('span')
    tools.append(
      total,
      button('Clear', {}, () => journal.clear(kind)),
    )
    place.append(tools, nothing, list)
    const draw = () => {
      const entries = journal.store.getSnapshot().filter((entry) => entry.kind === kind)
      const there = new Set(entries.map((entry) => entry.id))
      for (const [number, { row }] of rows) {
        if (there.has(number)) continue
        row.remove()
        rows.delete(number)
      }
      for (const entry of entries) {
        const before = rows.get(entry.id)
        if (before?.entry === entry) continue
        const row = before?.row ?? element('details', { 'data-entry': `${entry.id}` })
        fill(row, entry)
        if (!before) list.prepend(row)
        rows.set(entry.id, { row, entry })
      }
      nothing.hidden = entries.length > 0
      tools.hidden = entries.length === 0
      total.textContent = `${entries.length}`
    }
    draw()
    return journal.store.subscribe(draw)
  },
})

function fill(row: HTMLDetailsElement, { at, title, outcome, ms, detail }: Entry): void {
  const time = new Date(at).toLocaleTimeString([], { hour12: false })
  const took = outcome === 'running' ? 'waiting' : ms === undefined ? '' : `${ms} ms`
  const parts = [
    element('time', {}, time),
    element('span', { class: 'title' }, title),
    element('span', { class: 'ms', 'data-outcome': outcome }, outcome === 'failed' ? `failed ${took}` : took),
  ]
  const summary = row.querySelector('summary')
  if (summary) summary.replaceChildren(...parts)
  else row.append(element('summary', {}, ...parts), element('pre'))
  const text = row.querySelector('pre')
  if (text) text.textContent = textOf(detail)
}
