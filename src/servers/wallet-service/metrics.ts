import { type Metrics as MetricsOf, metricsOf } from '../metrics.ts'

export type Metrics = MetricsOf<'logins' | 'refusals' | 'mails'>

export function createMetrics(): Metrics {
  return metricsOf({
    counters: {
      logins: ['latchkey_wallet_logins_total', 'Logins that succeeded, by the kind of device.', 'device'],
      refusals: ['latchkey_wallet_refusals_total', 'Requests that were refused, by code.', 'code'],
      mails: ['latchkey_wallet_mails_total', 'Mails, by kind and outcome.', 'kind'],
    },
    duration: 'latchkey_wallet_request_seconds',
  })
}
