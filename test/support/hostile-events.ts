import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/servers/database/database.ts'
import { wireEvent } from './desk.ts'

/**
 * Returns markup with a script that runs only if a page doesn't escape the markup. The script reports the name of the field that
 * contained the markup.
 */
export const script = (field: string) =>
  `<script>hacked.push("${field}")</script><img src=x onerror='hacked.push("${field}")'>"'></bdi></pre></details>`

/** Creates an event with a script in every field that a page can set. */
export const hostileEvent = () =>
  wireEvent(
    { url: `https://app.example/${script('url')}?${script('query')}`, domain: script('domain') },
    {
      type: 'error',
      event: 'INTERNAL_SDK_ERROR',
      errorType: script('errorType'),
      errorMessage: script('errorMessage'),
      stackTrace: script('stackTrace'),
      address: script('address'),
      properties: { [script('key')]: [script('value')] },
    },
  )

/** The fields in which the service refuses scripts. */
const refused = ['project', 'name', 'kind'] as const

/**
 * Stores a hostile event directly in the database. Unlike an event that the service has checked, this event has scripts in all
 * fields.
 */
export async function plantHostile(database: Database): Promise<void> {
  const now = new Date()
  await database.query(
    `insert into telemetry_events (id, received_at, sent_at, project, name, kind, url, domain, sdk, properties)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[randomUUID(), now, ...refused.map(script), script('url'), script('domain'), script('sdk')],
      JSON.stringify({ [script('key')]: script('value') }),
    ],
  )
}
