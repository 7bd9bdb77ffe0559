import { html } from 'hono/html'
import type { KeptEvent } from '../../telemetry/read-events.ts'
import { choice, type Filter, filterForm, periodName, queryOf } from './filter.ts'
import { type Html, page } from './layout.ts'
import { moment, nothing } from './show.ts'

export interface EventsFacts {
  readonly filter: Filter
  readonly projects: readonly string[]
  readonly events: readonly KeptEvent[]
  /** Whether older events exist. */
  readonly hasMore: boolean
}

export function eventsPage({ filter, projects, events, hasMore }: EventsFacts): Html {
  const more = html`<label>Kind ${choice(
    'kind',
    [
      ['', 'All'],
      ['track', 'Events'],
      ['error', 'Errors'],
    ],
    filter.kind,
  )}</label>
<label>Name <input name="name" value="${filter.name ?? ''}" placeholder="MODAL_OPEN" maxlength="64" autocapitalize="off" spellcheck="false"></label>
`
  const last = events.at(-1)
  return page({
    title: 'Events',
    section: '/events',
    content: html`${filterForm(filter, projects, more)}
${events.length === 0 ? nothing(html`No matching events in the last ${periodName(filter)}.`) : html`<ol class="events">${events.map(row)}</ol>`}
${last && hasMore ? html`<p><a class="button" href="/events${queryOf({ ...filter, before: last.number })}">Older events</a></p>` : ''}
${filter.before === undefined ? '' : html`<p><a href="/events${queryOf({ ...filter, before: undefined })}">Back to the newest</a></p>`}`,
  })
}

function row({ name, kind, project, received, sent, url, domain, sdk, properties }: KeptEvent): Html {
  const facts: readonly (readonly [string, Html | string])[] = [
    ['Received', moment(received)],
    ['Sent', moment(sent)],
    ['Page', url],
    ['Domain', domain],
    ['Library', sdk],
  ]
  return html`<li><details>
<summary><span class="name"><bdi>${name}</bdi>${kind === 'error' ? html` <span class="error">error</span>` : ''}</span><span class="quiet"><bdi>${project}</bdi></span><span class="quiet">${moment(received)}</span></summary>
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value || 'unknown'}</bdi></dd></div>`)}</dl>
<pre tabindex="0" aria-label="Properties"><bdi>${pretty(properties)}</bdi></pre>
</details></li>`
}

function pretty(properties: string): string {
  return JSON.stringify(JSON.parse(properties), null, 2)
}
