import type { WireRefusal } from './wire.ts'

/**
 * The error that a route throws to refuse a request. It has the HTTP status, the invalid field, the problem, and the `Retry-After`
 * header of a service that allows no more requests.
 */
export class DataRefusal extends Error {
  override readonly name = 'DataRefusal'
  constructor(
    readonly status: number,
    readonly field: string,
    description: string,
    readonly retryAfter?: string | undefined,
  ) {
    super(description)
  }

  get body(): WireRefusal {
    return { status: 'FAILED', reasons: [{ name: this.field, description: this.message }] }
  }
}
