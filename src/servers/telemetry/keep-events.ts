import type { Query } from '../database/database.ts'
import type { TelemetryEvent } from './wire-event.ts'

interface Waiting {
  readonly event: TelemetryEvent
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** `atOnce`: events per insert statement. `waiting`: events that wait because the database is too slow. */
const limits = { atOnce: 500, waiting: 5000 } as const
const columns = [
  'project',
  'id',
  'received_at',
  'sent_at',
  'kind',
  'name',
  'url',
  'domain',
  'sdk',
  'properties',
]

/**
 * Stores events in the database. Events that arrive during a write are written together with the next write. So even a busy hour needs only a few
 * commits per second.
 * @param now The current time, in ms since the epoch.
 * @returns A function that rejects when the database fails, or too many events wait.
 */
export function keepEvents(query: Query, now: () => number): (event: TelemetryEvent) => Promise<void> {
  const waiting: Waiting[] = []
  let running = false

  async function writeAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.atOnce)
      try {
        await write(batch.map(({ event }) => event))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  function write(events: readonly TelemetryEvent[]): Promise<unknown> {
    const received = new Date(now())
    const rows = events.map((event) => [
      ...[event.project, event.id, received, new Date(event.sentAt), event.kind, event.name],
      ...[event.url, event.domain, event.sdk, event.properties],
    ])
    const places = rows.map(
      (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
    )
    return query(
      `insert into telemetry_events (${columns.join(', ')}) values ${places.join(', ')} on conflict do nothing`,
      rows.flat(),
    )
  }

  return (event) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= limits.waiting)
        return reject(new Error('The database cannot keep up with the events'))
      waiting.push({ event, resolve, reject })
      if (!running) void writeAll()
    })
}
