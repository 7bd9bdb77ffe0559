import * as z from 'zod/mini'

/** Matches an email address. A value of another type gets the validator's message for wrong types. */
export const emailText = z.string().check(z.regex(z.regexes.email, 'Invalid email'))
