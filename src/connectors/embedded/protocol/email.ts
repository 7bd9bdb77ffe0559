import * as z from 'zod/mini'

/** An email address. Values that aren't strings keep the validator's own message. */
export const emailText = z.string().check(z.regex(z.regexes.email, 'Invalid email'))
