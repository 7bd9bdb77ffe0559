import { readStdin } from '../args/input.ts'
import type { Context } from '../context.ts'
import { invalid, locked } from '../output/cli-error.ts'
import { readSecretFile } from './password.ts'
import type { KeySource } from './reference.ts'
import type { WalletFamily } from './wallet-family.ts'

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
  return readSecretFile('wallet', source.file)
}
