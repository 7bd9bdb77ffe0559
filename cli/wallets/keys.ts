import type { Context } from '../context.ts'
import type { Family } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'
import { walletFamily } from './families.ts'
import { parseKeystore, type SealedKey } from './keystore-file.ts'
import { readPassword, readSecretFile } from './password.ts'
import { checkSecret, readSecret } from './private-key.ts'
import type { WalletReference } from './reference.ts'

/** Resolves a wallet reference to its secret, asking for a password if needed. */
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

/** @throws a usage error for a missing file, exit code 4 if other users can read it */
export function readKeystore(file: string): SealedKey {
  return parseKeystore(readSecretFile('wallet', file, `Make it: latchkey keystore new ${file}`))
}

/**
 * The devnet account with a name such as `alice`.
 * @throws a usage error naming `field`
 */
export async function devAccount(
  name: string,
  family: Family,
  field = 'wallet',
): Promise<{ readonly address: string; readonly secret: string }> {
  const account = (await everyDevAccount(name, field))[family]
  if (account) return account
  throw invalid(field, `there is no devnet account "${name}" of ${family}`)
}

/** The account of each family that a devnet name has. */
export async function everyDevAccount(name: string, field: string) {
  const { devAccounts } = await import('latchkey/devnet')
  const account = Object.hasOwn(devAccounts, name) ? devAccounts[name] : undefined
  if (account) return account
  throw invalid(
    field,
    `there is no devnet account "${name}"`,
    `There are ${Object.keys(devAccounts).join(', ')}.`,
  )
}
