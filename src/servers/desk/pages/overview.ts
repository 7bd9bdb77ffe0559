import { html } from 'hono/html'
import type { Projects } from '../../project-config/projects.ts'
import type { EventCount } from '../../telemetry/read-events.ts'
import { type Filter, filterForm, periodName, queryOf } from './filter.ts'
import { type Html, page } from './layout.ts'
import { amount, bar, moment, nothing } from './show.ts'

export interface OverviewFacts {
  readonly filter: Filter
  readonly projects: Projects
  readonly services: readonly (readonly [name: string, where: string | undefined])[]
  readonly counts: readonly EventCount[]
  readonly days: readonly { readonly day: string; readonly count: number }[]
}

export function overviewPage({ filter, projects, services, counts, days }: OverviewFacts): Html {
  return page({
    title: 'Overview',
    section: '/',
    content: html`${filterForm(filter, [...projects.keys()])}
<section aria-labelledby="events"><h2 id="events">Events in the last ${periodName(filter)}</h2>
${counts.length === 0 ? noEvents() : html`${eachDay(days)}${eachEvent(filter, counts)}`}
</section>
<section aria-labelledby="services"><h2 id="services">Services</h2>
<dl class="facts">${services.map(
      ([name, where]) =>
        html`<div><dt>${name}</dt><dd>${where ?? html`<span class="off">off</span>`}</dd></div>`,
    )}</dl></section>
<section aria-labelledby="projects"><h2 id="projects">Projects</h2>${[...projects].map(project)}</section>`,
  })
}

function noEvents(): Html {
  return nothing(
    html`No events in this period.`,
    html`Set <code>endpoints.analytics</code> in your app to this desk's public services to receive them.`,
  )
}

function eachDay(days: OverviewFacts['days']): Html {
  const most = Math.max(...days.map(({ count }) => count))
  return html`<table class="days"><caption>By day (UTC)</caption><thead><tr><th scope="col">Day</th><th scope="col" class="number">Events</th><th scope="col" class="wide"><span class="hidden">Share</span></th></tr></thead>
<tbody>${days.map(
    ({ day, count }) =>
      html`<tr><th scope="row">${day}</th><td class="number">${amount(count)}</td><td class="wide">${bar(count / most)}</td></tr>`,
  )}</tbody></table>`
}

function eachEvent(filter: Filter, counts: readonly EventCount[]): Html {
  const most = counts[0]?.count ?? 1
  return html`<table><caption>By event</caption><thead><tr><th scope="col">Event</th><th scope="col" class="number">Times</th><th scope="col" class="wide"><span class="hidden">Share</span></th><th scope="col" class="last">Last</th></tr></thead>
<tbody>${counts.map(
    ({ name, kind, count, last }) =>
      html`<tr><th scope="row"><a href="/events${queryOf({ ...filter, name })}"><bdi>${name}</bdi></a>${kind === 'error' ? html` <span class="error">error</span>` : ''}</th><td class="number">${amount(count)}</td><td class="wide">${bar(count / most)}</td><td class="last">${moment(last)}</td></tr>`,
  )}</tbody></table>`
}

function project([id, { origins, analytics, features }]: [
  string,
  Projects extends ReadonlyMap<string, infer P> ? P : never,
]): Html {
  const switched = Object.entries(features)
  return html`<h3><bdi>${id}</bdi></h3><dl class="facts">
<div><dt>Origins</dt><dd>${origins.length === 0 ? 'any' : origins.join(', ')}</dd></div>
<div><dt>Events</dt><dd>${analytics ? 'stored' : 'off'}</dd></div>
<div><dt>Features</dt><dd>${switched.length === 0 ? 'set by the app' : switched.map(([feature, value]) => `${feature}: ${said(value)}`).join('; ')}</dd></div>
</dl>`
}

function said(value: boolean | readonly string[] | undefined): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value?.join(', ') ?? ''
}
