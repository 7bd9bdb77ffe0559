import type { WireRefusal } from './wire.ts'

/** Thrown by a route to refuse a request, with the HTTP status, the invalid field and the problem. */
export class DataRefusal extends Error {
  override readonly name = 'DataRefusal'
  constructor(
    readonly status: number,
    readonly field: string,
    description: string,
  ) {
    super(description)
  }

  get body(): WireRefusal {
    return { status: 'FAILED', reasons: [{ name: this.field, description: this.message }] }
  }
}
