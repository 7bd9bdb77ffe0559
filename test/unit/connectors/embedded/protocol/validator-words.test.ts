import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { validatorWords } from '../../../../../src/connectors/embedded/protocol/validator-words.ts'

describe("a validator's message", () => {
  // No event has a text with a minimum length yet. So only this test reaches the message about a minimum length.
  const schema = z.object({ name: z.string().check(z.minLength(3)), mode: z.optional(z.enum(['a', 'b'])) })

  it.each([
    [{}, 'Required'],
    [{ name: 5 }, 'Expected string, received number'],
    [{ name: 'abc', mode: 'c' }, 'Invalid enum value'],
    [{ name: 'ab' }, 'String must contain at least 3 character(s)'],
  ])("for %j is the specification's sentence: %s", (value, message) => {
    const { error } = z.safeParse(schema, value, { error: validatorWords })
    expect(error?.issues[0]?.message).toBe(message)
  })
})
