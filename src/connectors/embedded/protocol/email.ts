import * as z from 'zod/mini'

/** An email address. What is no text at all is told as such. */
export const emailText = z.string().check(z.regex(z.regexes.email, 'Invalid email'))
