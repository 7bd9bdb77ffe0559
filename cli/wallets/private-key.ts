import { CliError, invalid, locked } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { readStdin, reasonOf } from '../input.ts'
import { readPrivate } from '../state/private-file.ts'
import { tooOpen } from './password.ts'
import type { KeySource } from './reference.ts'

/** The order of secp256k1: a private key is below it and above zero. SEC 2, section 2.4.1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Reads a private key as `0x` and 64 hex digits from where it is kept. From here on the output masks it. */
export async function readPrivateKey(context: Context, source: KeySource): Promise<string> {
  const text = (await read(context, source)).trim()
  context.out.secret(text)
  return checkPrivateKey(text)
}

/** @throws a usage error that does not repeat what it refuses. */
export function checkPrivateKey(text: string): string {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  const value = BigInt(`0x${digits ?? '0'}`)
  if (!digits || value === 0n || value >= order)
    throw invalid('wallet', 'the key is not a private key of this chain family (64 hex digits)')
  return `0x${digits.toLowerCase()}`
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
