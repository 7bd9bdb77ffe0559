import { type Metrics, metricsOf } from '../metrics.ts'

export type DeskMetrics = Metrics<'events' | 'refusals'>

/** The counters of the public services and the operator's pages. */
export function createDeskMetrics(): DeskMetrics {
  return metricsOf({
    counters: {
      events: ['latchkey_desk_events_total', 'Events of pages, by outcome.', 'outcome'],
      refusals: ['latchkey_desk_refusals_total', 'Requests that were refused, by status.', 'status'],
    },
    duration: 'latchkey_desk_request_seconds',
  })
}
