import type { HeadlessWalletOptions } from 'latchkey/wallets'
import { readStdin } from '../args/input.ts'
import { type Context, canAsk } from '../context.ts'
import type { Family } from '../families/families.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import { askSecret } from '../output/prompt.ts'
import { walletFamily } from './families.ts'
import { parseKeystore, type SealedKey } from './keystore-file.ts'
import { readPassword, readSecretFile } from './password.ts'
import { type KeySource, parseWallet, type WalletReference } from './reference.ts'
import type { WalletFamily } from './wallet-family.ts'

/** Returns the secret of a wallet. Asks for a password if needed. */
export async function openKey(
  context: Context,
  reference: WalletReference,
  family: Family,
  field = 'wallet',
): Promise<string> {
  switch (reference.kind) {
    case 'dev':
      return (await devAccount(reference.name, family, field)).secret
    case 'walletconnect':
      throw invalid(field, "that wallet's keys are remote, behind a relay")
    case 'key':
      return readSecret(context, reference.source, await walletFamily(family))
    case 'keystore': {
      const sealed = readKeystore(reference.file)
      if (sealed.family !== family)
        throw invalid(field, `${reference.file} holds a key of ${sealed.family}, not of ${family}`)
      const key = await sealed.open(await readPassword(context), async (bytes) =>
        (await import('./eip155.ts')).keccak256(bytes),
      )
      context.out.secret(key)
      return checkSecret(key, await walletFamily(family))
    }
  }
}

/** Reads a keystore. @throws a usage error for a missing file, and an error with exit code 4 if other users can read the file */
function readKeystore(file: string): SealedKey {
  return parseKeystore(readSecretFile('wallet', file, `Make it: latchkey keystore new ${file}`))
}

export async function devAccount(
  name: string,
  family: Family,
  field = 'wallet',
): Promise<{ readonly address: string; readonly secret: string }> {
  const account = (await everyDevAccount(name, field))[family]
  if (account) return account
  throw invalid(field, `there is no devnet account "${name}" of ${family}`)
}

async function everyDevAccount(name: string, field: string) {
  const { devAccounts } = await import('latchkey/devnet')
  const account = Object.hasOwn(devAccounts, name) ? devAccounts[name] : undefined
  if (account) return account
  throw invalid(
    field,
    `there is no devnet account "${name}"`,
    `There are ${Object.keys(devAccounts).join(', ')}.`,
  )
}

/** Reads and checks a secret, and masks it in later output. */
async function readSecret(context: Context, source: KeySource, family: WalletFamily): Promise<string> {
  const text = (await read(context, source)).trim()
  context.out.secret(text)
  return checkSecret(text, family)
}

/** Returns the secret in canonical form. The error about a malformed secret doesn't quote the secret. */
function checkSecret(text: string, family: WalletFamily): string {
  const secret = family.readSecret(text)
  if (secret === undefined) throw invalid('wallet', `the key is not ${family.secretForm}`)
  return secret
}

/** The key from the standard input of a command. `check` opens the key once per flow, but can read the input only once. */
const typedKeys = new WeakMap<Context['io'], Promise<string>>()

async function read(context: Context, source: KeySource): Promise<string> {
  const { io, signal } = context
  if (source.from === 'stdin') {
    // On a terminal, a prompt hides the typed key.
    const typed =
      typedKeys.get(io) ?? (canAsk(context) ? askSecret(context, 'Key: ') : readStdin(io, 'wallet', signal))
    typedKeys.set(io, typed)
    return typed
  }
  if (source.from === 'env') {
    const value = io.env[source.name]
    if (value) return value
    throw cliError('cli/key-missing', `wallet: the environment variable ${source.name} is not set`)
  }
  return readSecretFile('wallet', source.file)
}

/** Returns the accounts that `latchkey wallet` shows to a page. `dev:<name>` has one account per family, a keystore has one account. */
export async function walletAccounts(
  context: Context,
  texts: readonly string[],
): Promise<HeadlessWalletOptions['accounts']> {
  const accounts: HeadlessWalletOptions['accounts'][number][] = []
  for (const text of texts) {
    const reference = parseWallet(text, 'as')
    if (reference.kind === 'dev') accounts.push(await everyDevAccount(reference.name, 'as'))
    else if (reference.kind === 'keystore') {
      const { family } = readKeystore(reference.file)
      accounts.push({ [family]: { secret: await openKey(context, reference, family) } })
    } else {
      const hint = 'Put the key into a keystore: latchkey keystore import'
      throw invalid('as', 'takes dev:<name> or keystore:<file>', hint)
    }
  }
  return accounts
}
