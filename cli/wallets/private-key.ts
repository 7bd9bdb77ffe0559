import { readStdin, reasonOf } from '../args/input.ts'
import type { Context } from '../context.ts'
import { CliError, invalid, locked } from '../output/cli-error.ts'
import { readPrivate } from '../state/private-file.ts'
import type { WalletFamily } from './acting-wallet.ts'
import { tooOpen } from './password.ts'
import type { KeySource } from './reference.ts'

/** Reads a secret of the family from its source, and masks it in later output. */
export async function readSecret(context: Context, source: KeySource, family: WalletFamily): Promise<string> {
  const text = (await read(context, source)).trim()
  context.out.secret(text)
  return checkSecret(text, family)
}

/** @throws a usage error that doesn't quote the secret */
export function checkSecret(text: string, family: WalletFamily): string {
  const secret = family.readSecret(text)
  if (secret === undefined) throw invalid('wallet', `the key is not ${family.secretForm}`)
  return secret
}

async function read({ io, signal }: Context, source: KeySource): Promise<string> {
  if (source.from === 'stdin') return readStdin(io, 'wallet', signal)
  if (source.from === 'env') {
    const value = io.env[source.name]
    if (value) return value
    throw locked('cli/key-missing', `wallet: the environment variable ${source.name} is not set`)
  }
  try {
    const found = readPrivate(source.file)
    if (!found) throw invalid('wallet', `${source.file} cannot be read: there is no such file`)
    if (found.shared) throw tooOpen(source.file)
    return found.text
  } catch (error) {
    throw error instanceof CliError
      ? error
      : invalid('wallet', `${source.file} cannot be read: ${reasonOf(error)}`)
  }
}
