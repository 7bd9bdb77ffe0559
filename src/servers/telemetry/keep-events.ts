import type { Database } from '../database/database.ts'
import { addEventDays } from './event-days.ts'
import type { TelemetryEvent } from './wire-event.ts'

interface Waiting {
  readonly event: TelemetryEvent
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** `atOnce`: events per insert statement. `waiting`: events that wait because the database is too slow. */
const limits = { atOnce: 500, waiting: 5000 } as const
/** The columns with values that a page sends, and their types. */
const columns = {
  ...{ project: 'text', id: 'uuid', sent_at: 'timestamptz', kind: 'text', name: 'text' },
  ...{ url: 'text', domain: 'text', sdk: 'text', properties: 'text' },
} as const
const names = Object.keys(columns).join(', ')
const typed = Object.entries(columns)
  .map((one) => one.join(' '))
  .join(', ')
/**
 * In ms. An event that arrives again within this time isn't stored again. Each day has its own table, so the tables of all days
 * within this time are searched.
 */
const again = 24 * 60 * 60_000
/** The SQLSTATE `check_violation`. `telemetry_events` has no check constraints, so this error means that the day has no table. */
const noTable = '23514'

/**
 * Stores events in the database. Events that arrive during a write are written together in the next write. So even a busy hour
 * needs only a few commits per second.
 * @param now The current time, in ms since the epoch.
 * @returns A function that rejects when the database fails, or too many events wait.
 */
export function keepEvents(database: Database, now: () => number): (event: TelemetryEvent) => Promise<void> {
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

  async function write(events: readonly TelemetryEvent[]): Promise<void> {
    const received = now()
    const rows = events.map(({ sentAt, ...event }) => ({ ...event, sent_at: new Date(sentAt) }))
    const insert = () =>
      database.query(
        `insert into telemetry_events (received_at, ${names})
        select $2::timestamptz, ${names} from json_to_recordset($1::json) as new(${typed})
        where not exists (
          select from telemetry_events as known where known.project = new.project and known.id = new.id
          and received_at > $3 and received_at < $4
        )
        on conflict do nothing`,
        [JSON.stringify(rows), ...[received, received - again, received + again].map((at) => new Date(at))],
      )
    try {
      await insert()
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== noTable) throw error
      await addEventDays(database, received)
      await insert()
    }
  }

  return (event) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= limits.waiting)
        return reject(new Error('The database cannot keep up with the events'))
      waiting.push({ event, resolve, reject })
      if (!running) void writeAll()
    })
}
