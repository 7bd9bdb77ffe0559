import type { Query } from '../database/database.ts'

export interface EventFilter {
  readonly project?: string | undefined
  readonly name?: string | undefined
  readonly kind?: 'track' | 'error' | undefined
  /** Only events received at or after this time, in ms since the epoch. */
  readonly since: number
}

export interface KeptEvent {
  /** Events are numbered in the order of arrival. */
  readonly number: string
  readonly project: string
  readonly received: Date
  readonly sent: Date
  readonly kind: string
  readonly name: string
  readonly url: string
  readonly domain: string
  readonly sdk: string
  readonly properties: string
}

export interface EventCount {
  readonly name: string
  readonly kind: string
  readonly count: number
  readonly last: Date
}

/** Counts the events of each name and kind, most frequent first. Returns at most 200 counts. */
export function countEvents(query: Query, filter: EventFilter): Promise<readonly EventCount[]> {
  const { text, values } = where(filter)
  return query<EventCount>(
    `select name, kind, count(*)::integer as count, max(received_at) as last from telemetry_events
     where ${text} group by name, kind order by count desc, name limit 200`,
    values,
  )
}

/** Counts the events of each UTC day. Days without events are left out. */
export function countDays(
  query: Query,
  filter: EventFilter,
): Promise<readonly { readonly day: string; readonly count: number }[]> {
  const { text, values } = where(filter)
  return query(
    `select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as count
     from telemetry_events where ${text} group by day order by day`,
    values,
  )
}

/** Lists events, newest first. @param before Only events before this number. */
export function listEvents(
  query: Query,
  filter: EventFilter,
  { before, max }: { readonly before?: string | undefined; readonly max: number },
): Promise<readonly KeptEvent[]> {
  const { text, values } = where(filter)
  const at = values.length
  return query<KeptEvent>(
    `select number::text as number, project, received_at as received, sent_at as sent, kind, name, url, domain, sdk, properties
     from telemetry_events where ${text} and ($${at + 1}::bigint is null or number < $${at + 1}::bigint)
     order by telemetry_events.number desc limit $${at + 2}`,
    [...values, before ?? null, max],
  )
}

function where({ since, ...named }: EventFilter) {
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return {
    text: ['received_at >= $1', ...given.map(([column], at) => `${column} = $${at + 2}`)].join(' and '),
    values: [new Date(since), ...given.map(([, value]) => value)],
  }
}
