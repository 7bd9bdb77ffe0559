import { type Metrics, metricsOf } from '../metrics.ts'

export type DeskMetrics = Metrics<'events' | 'refusals'>

export function createDeskMetrics(): DeskMetrics {
  return metricsOf({
    counters: {
      events: ['latchkey_desk_events_total', 'Events of pages, by outcome.', 'outcome'],
      refusals: ['latchkey_desk_refusals_total', 'Requests that were refused, by status.', 'status'],
    },
    duration: 'latchkey_desk_request_seconds',
  })
}
