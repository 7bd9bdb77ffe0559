import type { Database, Query } from '../database/database.ts'

/** The table with the events of one UTC day. Old events are deleted by dropping their table. */
interface EventDay {
  readonly table: string
  /**
   * The start of the day, in ms since the epoch. `-Infinity` for the table of an earlier version of the server, which contains all
   * events before `end`.
   */
  readonly start: number
  readonly end: number
}

const day = 24 * 60 * 60_000
/**
 * The number of days whose tables are created in advance. During an update, a process of an earlier version may store events
 * without creating tables.
 */
const ahead = 3
/** An arbitrary number that no other advisory lock in the database uses. */
const lock = 7_313_003
/**
 * How long a `drop table` may wait for other statements. During this wait, all new statements wait too. So the server gives up
 * after this time, and tries again later.
 */
const longestWait = '2s'

/**
 * Creates the missing tables for a day and the next days. Several processes can call this at the same time.
 * @param at A time of the day, in ms since the epoch.
 */
export async function addEventDays(database: Database, at: number): Promise<void> {
  const today = Math.floor(at / day) * day
  const starts = Array.from({ length: ahead + 1 }, (_, more) => today + more * day)
  const missing = async (query: Query) => {
    const days = await eventDays(query)
    return starts.filter((at) => !days.some(({ start, end }) => start <= at && at < end))
  }
  if ((await missing(database.query)).length === 0) return
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [lock])
    for (const start of await missing(query)) await addDay(query, start)
  })
}

/**
 * Drops the tables of the days that ended more than `kept` ms ago. Also deletes events of this age from the table of an earlier
 * version.
 * @param now The current time, in ms since the epoch. If the database's time is earlier, the database's time counts. So a process
 * with a fast clock doesn't delete events too early.
 */
export async function dropEventDays(
  database: Database,
  { now, kept }: { readonly now: number; readonly kept: number },
): Promise<void> {
  const [clock] = await database.query<{ now: Date }>('select now() as now')
  const before = Math.min(now, clock ? clock.now.getTime() : now) - kept
  const isOver = ({ end }: EventDay) => end <= before
  const days = await eventDays(database.query)
  if (days.some(isOver))
    await database.transaction(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [lock])
      await query(`set local lock_timeout = '${longestWait}'`)
      for (const { table } of (await eventDays(query)).filter(isOver)) await query(`drop table ${table}`)
    })
  const former = days.find((one) => !isOver(one) && one.start === Number.NEGATIVE_INFINITY)
  if (former) await database.query(`delete from ${former.table} where received_at < $1`, [new Date(before)])
}

async function eventDays(query: Query): Promise<readonly EventDay[]> {
  const tables = await query<{ table: string }>(
    `select relname as table from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'telemetry_events'::regclass`,
  )
  return tables.flatMap(({ table }) => {
    const [, before, year, month, date] = /^telemetry_events_(before_)?(\d{4})(\d\d)(\d\d)$/.exec(table) ?? []
    const start = Date.parse(`${year}-${month}-${date}T00:00:00Z`)
    if (Number.isNaN(start)) return []
    return before
      ? { table, start: Number.NEGATIVE_INFINITY, end: start }
      : { table, start, end: start + day }
  })
}

/** Creates the table of a day, and then attaches it. Unlike `create table … partition of`, `attach partition` doesn't wait for reads, and doesn't block reads. */
async function addDay(query: Query, start: number): Promise<void> {
  const [from, to] = [start, start + day].map((at) => new Date(at).toISOString()) as [string, string]
  const table = `telemetry_events_${from.slice(0, 10).replaceAll('-', '')}`
  await query(`create table ${table} (like telemetry_events including defaults)`)
  await query(`create unique index ${table}_id on ${table} (project, id)`)
  await query(`create index ${table}_number on ${table} (number)`)
  await query(`create index ${table}_name on ${table} (name, received_at)`)
  await query(
    `alter table telemetry_events attach partition ${table} for values from ('${from}') to ('${to}')`,
  )
}
