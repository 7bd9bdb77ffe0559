import * as z from 'zod/mini'

/** An email address. Values of other types get the generic type message. */
export const emailText = z.string().check(z.regex(z.regexes.email, 'Invalid email'))
