import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './http-refusal.ts'

/** In bytes: above this, bodies are taken only while all of a server together are below `budget`. */
const small = 64 * 1024
const budget = 64 * 1024 * 1024

/** Reads bodies whole, within bounds. */
export interface BodyReader {
  /** @throws HttpRefusal; and whatever ended the connection, when the client left in the middle. */
  read(request: IncomingMessage): Promise<Buffer>
}

/** @param limit Of one body, in bytes. */
export function bodyReader(limit: number): BodyReader {
  let together = 0
  return {
    async read(request) {
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
      const chunks: Buffer[] = []
      let size = 0
      try {
        // Leaving the loop would end the connection before the refusal is sent.
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
