import { reasonOf } from '../args/input.ts'
import { type Context, canAsk } from '../context.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import { askSecret } from '../output/prompt.ts'
import { readPrivate } from '../state/private-file.ts'
import { weaknessOf } from './weak-password.ts'

const ways = 'Set LATCHKEY_PASSWORD_FILE or LATCHKEY_PASSWORD, or run on a terminal.'

/** Reads the password of a keystore, never from an argument. With `make`, reads a new password, and refuses weak passwords. */
export async function readPassword(
  context: Context,
  options: { readonly make?: boolean } = {},
): Promise<string> {
  const { LATCHKEY_PASSWORD_FILE: file, LATCHKEY_PASSWORD: given } = context.io.env
  const password = file ? fromFile(file) : given || (await fromTerminal(context, options.make === true))
  const weakness = options.make && password !== '' ? weaknessOf(password) : undefined
  if (weakness) throw invalid('password', weakness, 'Choose several random words, or a random text.')
  context.out.secret(password)
  if (password === '') throw invalid('password', 'is empty', ways)
  return password
}

function fromFile(path: string): string {
  return readSecretFile('LATCHKEY_PASSWORD_FILE', path).replace(/\r?\n$/, '')
}

async function fromTerminal(context: Context, make: boolean): Promise<string> {
  if (!canAsk(context))
    throw cliError('cli/password-missing', 'The keystore needs its password', { hint: ways })
  const password = await askSecret(context, make ? 'New password: ' : 'Password: ')
  if (make && password !== (await askSecret(context, 'Once more: ')))
    throw invalid('password', "the two don't match")
  return password
}

/** Refuses a file that other users can read. `hint` is for a missing file. */
export function readSecretFile(field: string, path: string, hint?: string): string {
  let found: ReturnType<typeof readPrivate>
  try {
    found = readPrivate(path)
  } catch (error) {
    throw invalid(field, `${path} cannot be read: ${reasonOf(error)}`)
  }
  if (!found) throw invalid(field, `${path} cannot be read: there is no such file`, hint)
  if (found.shared)
    throw cliError('cli/file-too-open', `Other users may read ${path}`, { hint: `Run: chmod 600 ${path}` })
  return found.text
}
