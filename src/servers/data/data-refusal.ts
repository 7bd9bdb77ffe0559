import type { WireRefusal } from './wire.ts'

/** What a route throws to answer with a status and with what was wrong, by the name of the field. */
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
