import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './http-refusal.ts'

/** In bytes. A larger body is rejected if all bodies that are being read exceed `budget` in total. */
const small = 64 * 1024
const budget = 64 * 1024 * 1024

/**
 * Reads complete bodies. @throws `HttpRefusal`, or the connection's error when the client disconnects early.
 * @param limit The maximum size of a body, in bytes.
 */
export function bodyReader(limit: number): { read(request: IncomingMessage): Promise<Buffer> } {
  let together = 0
  return {
    async read(request) {
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
      const chunks: Buffer[] = []
      let size = 0
      try {
        // By default, leaving the loop would close the connection before the error is sent.
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
          chunks.push(chunk as Buffer)
          size += (chunk as Buffer).length
          together += (chunk as Buffer).length
          if (size > limit) throw tooLarge(limit)
          if (size > small && together > budget) throw new HttpRefusal(503, 'Too much is being sent at once')
        }
      } finally {
        together -= size
      }
      return Buffer.concat(chunks)
    },
  }
}

function tooLarge(limit: number): HttpRefusal {
  return new HttpRefusal(413, `The request is larger than ${limit} bytes`)
}
