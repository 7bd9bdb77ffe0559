import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What a client is told instead of an answer: `{ code, value }` under a status of HTTP. */
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
