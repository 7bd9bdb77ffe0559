import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error that the client receives as `{ code, value }` with an HTTP status. */
export class Refused extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly value: string | undefined

  constructor(status: ContentfulStatusCode, code: string, value?: string) {
    super(code)
    this.status = status
    this.code = code
    this.value = value
  }
}
