import type * as z from 'zod/mini'

/**
 * Returns the validator's message for a validation issue (S2.5). If a schema has its own message, the schema's message is used
 * instead.
 */
export function validatorWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'Required' : expected(issue.expected, issue.input)
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `String must contain at least ${issue.minimum} character(s)`
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'Required' : 'Invalid enum value'
  return 'Invalid input'
}

export function expected(type: string, received: unknown): string {
  const name = received === null ? 'null' : Array.isArray(received) ? 'array' : typeof received
  return `Expected ${type}, received ${name}`
}
