import { html } from 'hono/html'
import type { EventFilter } from '../../telemetry/read-events.ts'
import type { Html } from './layout.ts'

const day = 24 * 60 * 60_000
const periods = [
  [1, '24 hours'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
] as const
const usual = 7
export const kinds = ['track', 'error'] as const

export interface Filter {
  readonly days: number
  readonly project?: string | undefined
  readonly name?: string | undefined
  readonly kind?: (typeof kinds)[number] | undefined
  /** For paging: only events with a number below this number. */
  readonly before?: string | undefined
}

/** Reads the filter from a page's query. Ignores invalid values. */
export function readFilter(query: Readonly<Record<string, string>>): Filter {
  const days = Number(query.days)
  return {
    days: periods.some(([each]) => each === days) ? days : usual,
    project: named(query.project),
    name: named(query.name),
    kind: kinds.find((kind) => kind === query.kind),
    before: /^\d{1,18}$/.test(query.before ?? '') ? query.before : undefined,
  }
}

/** Returns undefined for an empty text, and for a text with NUL, which Postgres can't store. */
function named(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text.includes('\0') ? undefined : text
}

export function asEventFilter({ days, before: _, ...named }: Filter, now: number): EventFilter {
  return { ...named, since: now - days * day }
}

export function queryOf(filter: Filter): string {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return `?${new URLSearchParams(given)}`
}

export function periodName({ days }: Filter): string {
  return periods.find(([each]) => each === days)?.[1] ?? ''
}

/** Returns the form above a page. @param more Fields that only this page has. */
export function filterForm(filter: Filter, projects: readonly string[], more: Html | '' = ''): Html {
  return html`<form class="filter" method="get">
<label>Project ${choice('project', [['', 'All'], ...projects.map((id) => [id, id] as const)], filter.project)}</label>
<label>Period ${choice(
    'days',
    periods.map(([days, name]) => [String(days), name] as const),
    String(filter.days),
  )}</label>
${more}<button>Show</button>
</form>`
}

export function choice(
  name: string,
  options: readonly (readonly [string, string])[],
  chosen: string | undefined,
): Html {
  return html`<select name="${name}">${options.map(([value, label]) =>
    value === (chosen ?? '')
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`,
  )}</select>`
}
