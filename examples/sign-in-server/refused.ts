import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error for the client. The answer has an HTTP status and the body `{ code, value }`. */
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
