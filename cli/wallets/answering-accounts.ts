import type { HeadlessWalletOptions } from 'latchkey/wallets'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import { everyDevAccount, openKey, readKeystore } from './keys.ts'
import { parseWallet } from './reference.ts'

type Account = HeadlessWalletOptions['accounts'][number]

/**
 * The accounts of the answering wallet: for `dev:<name>` one of each family, for a keystore its single account.
 * @throws a usage error naming `as`
 */
export async function walletAccounts(
  context: Context,
  texts: readonly string[],
): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (const text of texts) {
    const reference = parseWallet(text, 'as')
    if (reference.kind !== 'dev' && reference.kind !== 'keystore')
      throw invalid(
        'as',
        'takes dev:<name> or keystore:<file>',
        'Put the key into a keystore: latchkey keystore import',
      )
    if (reference.kind === 'keystore') {
      const { family } = readKeystore(reference.file)
      accounts.push({ [family]: { secret: await openKey(context, reference, family) } })
      continue
    }
    accounts.push(await everyDevAccount(reference.name, 'as'))
  }
  return accounts
}
