// @module-tag ci
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/servers/database/database.ts'
import { migrate } from '../../src/servers/database/migrate.ts'
import { postgres } from '../../src/servers/database/postgres.ts'
import { addEventDays, dropEventDays } from '../../src/servers/telemetry/event-days.ts'
import { keepEvents } from '../../src/servers/telemetry/keep-events.ts'
import { telemetryMigrations } from '../../src/servers/telemetry/migrations.ts'
import { listEvents } from '../../src/servers/telemetry/read-events.ts'
import type { TelemetryEvent } from '../../src/servers/telemetry/wire-event.ts'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { walletDatabases } from '../support/wallet-databases.ts'

const day = 24 * 60 * 60_000
/** The start of the UTC day ten days ago, according to the clock of the test's process. */
const midnight = Math.floor(Date.now() / day) * day - 10 * day
const noon = midnight + day / 2

const event = (name: string, id: string = randomUUID()): TelemetryEvent => ({
  ...{ id, project: 'app', sentAt: noon, kind: 'track', name, url: '', domain: 'app.example', sdk: '' },
  properties: '{}',
})
const named = async ({ query }: Database) =>
  (await listEvents(query, { since: 0 }, { max: 1000 })).map(({ name }) => name).reverse()
const tableOf = (at: number) =>
  `telemetry_events_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`
const tables = async ({ query }: Database) =>
  (
    await query<{ table: string }>(
      "select inhrelid::regclass::text as table from pg_inherits where inhparent = 'telemetry_events'::regclass order by 1",
    )
  ).map(({ table }) => table)

describe.each(walletDatabases.filter(({ isHere }) => isHere))('the daily event tables in $name', (kind) => {
  let database: Database
  let stop: () => Promise<void>
  const keepAt = (at: number, ...events: readonly TelemetryEvent[]) => {
    const keep = keepEvents(database, () => at)
    return Promise.all(events.map((one) => keep(one)))
  }

  beforeEach(async () => {
    ;({ database, stop } = await kind.open())
  })
  afterEach(() => stop())

  describe('in a new database', () => {
    beforeEach(() => migrate(database, telemetryMigrations))

    it('are created before their days start', async () => {
      await addEventDays(database, noon)
      const made = [0, 1, 2, 3].map((more) => tableOf(noon + more * day))
      expect(await tables(database)).toEqual(made)
      await addEventDays(database, noon)
      expect(await tables(database)).toEqual(made)
      await addEventDays(database, noon + day)
      expect(await tables(database)).toEqual([...made, tableOf(noon + 4 * day)])
    })

    it('are created with the first event if they are missing', async () => {
      await keepAt(noon, event('ONE'))
      await keepAt(noon + 8 * day, event('LATER'))
      expect(await tables(database)).toContain(tableOf(noon + 8 * day))
      expect(await named(database)).toEqual(['ONE', 'LATER'])
    })

    it('hold an event under the day of its arrival, not the day that the page states', async () => {
      await keepAt(noon, { ...event('LATE'), sentAt: noon - 400 * day })
      expect(await database.query(`select name from ${tableOf(noon)}`)).toEqual([{ name: 'LATE' }])
    })

    it('hold an event only once if it arrives again after midnight', async () => {
      const again = event('AGAIN')
      await keepAt(midnight - 1, again)
      await keepAt(midnight, again, event('NEW'))
      expect(await named(database)).toEqual(['AGAIN', 'NEW'])
    })

    it('hold an event only once if a process with a slow clock receives it again', async () => {
      const again = event('AGAIN')
      await keepAt(midnight, again)
      await keepAt(midnight - 1, again, event('SLOW'))
      expect(await named(database)).toEqual(['AGAIN', 'SLOW'])
    })

    it('are dropped when all their events are too old', async () => {
      for (const more of [0, 1, 2]) await keepAt(noon + more * day, event(`DAY ${more}`))
      const before = await tables(database)
      await dropEventDays(database, { now: midnight + 2 * day - 1, kept: day })
      expect(await tables(database)).toEqual(before)
      await dropEventDays(database, { now: midnight + 2 * day, kept: day })
      expect(await named(database)).toEqual(['DAY 1', 'DAY 2'])
      expect(await tables(database)).toEqual(before.filter((table) => table !== tableOf(noon)))
    })

    it('are kept when the clock of a process is a year ahead', async () => {
      await keepAt(noon, event('ONE'))
      await dropEventDays(database, { now: Date.now() + 365 * day, kept: 90 * day })
      expect(await named(database)).toEqual(['ONE'])
      await dropEventDays(database, { now: Date.now() + 365 * day, kept: day })
      expect(await named(database)).toEqual([])
    })
  })

  describe('in the database of an earlier version', () => {
    const old: TelemetryEvent[] = []

    beforeEach(async () => {
      const { name, migrations } = telemetryMigrations
      await migrate(database, { name, migrations: migrations.slice(0, 1) })
      old.splice(0, old.length, ...[-95, -80, -1, 0, 700].map((days) => event(`FROM ${days}`)))
      await database.query(
        `insert into telemetry_events (id, received_at, sent_at, project, name, kind, url, domain, sdk, properties)
        select id, now() + days * interval '1 day', now(), 'app', name, 'track', '', '', '', '{}'
        from json_to_recordset($1::json) as r(id uuid, days integer, name text)`,
        [JSON.stringify(old.map(({ id, name }) => ({ id, name, days: Number(name.slice(5)) })))],
      )
    })

    it('keep all events and their numbers', async () => {
      const before = await database.query('select number, id, name from telemetry_events order by number')
      await migrate(database, telemetryMigrations)
      expect(await database.query('select number, id, name from telemetry_events order by number')).toEqual(
        before,
      )
      expect(await named(database)).toEqual(old.map(({ name }) => name))
    })

    it('hold new events after the old events, and each old event once', async () => {
      await migrate(database, telemetryMigrations)
      await addEventDays(database, Date.now())
      await keepAt(Date.now(), ...old.slice(-2), event('NEW'))
      await keepAt(Date.now() + 2 * day, event('NEWER'))
      expect(await named(database)).toEqual([...old.map(({ name }) => name), 'NEW', 'NEWER'])
    })

    it('drop the table of the earlier version when all its events are too old', async () => {
      await migrate(database, telemetryMigrations)
      await addEventDays(database, Date.now())
      await dropEventDays(database, { now: Date.now(), kept: 90 * day })
      expect(await named(database)).toEqual(['FROM -80', 'FROM -1', 'FROM 0', 'FROM 700'])
      expect((await tables(database)).filter((table) => table.includes('before'))).toHaveLength(1)
      await dropEventDays(database, { now: Date.now(), kept: -day })
      expect(await named(database)).toEqual([])
      expect((await tables(database)).filter((table) => table.includes('before'))).toEqual([])
    })

    it('include no table of the earlier version if it had no events', async () => {
      await database.query('delete from telemetry_events')
      await migrate(database, telemetryMigrations)
      await addEventDays(database, noon)
      expect(await tables(database)).toEqual([0, 1, 2, 3].map((more) => tableOf(noon + more * day)))
    })
  })
})

describe.runIf(hasPostgres)('several processes on one Postgres', { tags: ['all'] }, () => {
  let databases: readonly Database[]
  let stop: () => Promise<void>

  beforeEach(async () => {
    const { url, stop: stopPostgres } = await emptyDatabase()
    databases = await Promise.all(Array.from({ length: 4 }, () => postgres(url)))
    await Promise.all(databases.map((one) => migrate(one, telemetryMigrations)))
    stop = async () => {
      await Promise.all(databases.map((one) => one.close()))
      await stopPostgres()
    }
  })
  afterEach(() => stop())

  it('create and drop daily event tables at the same time, and store each event once', async () => {
    const [first] = databases as [Database]
    const sent = Array.from({ length: 40 }, (_, at) => event(`EVENT ${String(at).padStart(2, '0')}`))
    for (const more of [0, 1, 2]) {
      const now = noon + more * day
      await Promise.all(
        databases.flatMap((one) => {
          const keep = keepEvents(one, () => now)
          return [
            dropEventDays(one, { now, kept: day }),
            ...sent.map((each) => keep({ ...each, id: each.id.replace(/^./, String(more)) })),
            addEventDays(one, now),
          ]
        }),
      )
    }
    const stored = await first.query<{ day: string; count: number }>(
      "select to_char(received_at at time zone 'UTC', 'YYYYMMDD') as day, count(*)::integer as count from telemetry_events group by 1 order by 1",
    )
    expect(stored).toEqual(
      [1, 2].map((more) => ({ day: tableOf(noon + more * day).slice(-8), count: sent.length })),
    )
  })

  it('store events during a long read, and drop no table', async () => {
    const [reader, writer] = databases as [Database, Database]
    await keepEvents(writer, () => noon)(event('OLD'))
    await reader.transaction(async (query) => {
      await query('select count(*) from telemetry_events')
      await expect(dropEventDays(writer, { now: noon + 5 * day, kept: day })).rejects.toMatchObject({
        code: '55P03',
      })
      await keepEvents(writer, () => noon + 5 * day)(event('NEW'))
    })
    expect(await named(writer)).toEqual(['OLD', 'NEW'])
    await dropEventDays(writer, { now: noon + 5 * day, kept: day })
    expect(await named(writer)).toEqual(['NEW'])
  })

  it('can set a time limit for the statements of a transaction', async () => {
    const [first] = databases as [Database]
    const wait = (timeout: number) => first.transaction((query) => query('select pg_sleep(0.5)'), { timeout })
    await expect(wait(100)).rejects.toThrow('timeout')
    await expect(wait(10_000)).resolves.toHaveLength(1)
  })
})
