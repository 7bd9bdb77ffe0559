import type { Context } from 'hono'
import type * as z from 'zod'
import { Refused } from '../refused.ts'

/** Parses the body of a request. @throws `request/invalid` when the body doesn't match the schema. */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined))
  if (!read.success) throw new Refused('request/invalid')
  return read.data
}
