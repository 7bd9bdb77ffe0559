import { resolve } from 'node:path'
import { reasonOf } from '../args/input.ts'
import type { Context } from '../context.ts'
import { type Family, wantedFamily } from '../families/families.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { fields } from '../output/table.ts'
import { createPrivate, modeOf } from '../state/private-file.ts'
import { walletFamily } from '../wallets/families.ts'
import { openKey } from '../wallets/keys.ts'
import { encryptKey } from '../wallets/keystore-file.ts'
import { readPassword } from '../wallets/password.ts'
import { parseWallet } from '../wallets/reference.ts'

interface FamilyOption {
  readonly family?: string | undefined
}

/** Creates a keystore file with a new key. The key is encrypted, and never printed. */
export async function newKeystore(
  context: Context,
  file: string,
  { family }: FamilyOption,
): Promise<Outcome> {
  const named = wantedFamily(family ?? 'eip155')
  return store(context, file, named, async () => (await walletFamily(named)).makeSecret())
}

export async function importKeystore(
  context: Context,
  file: string,
  { from, family }: FamilyOption & { readonly from: string },
): Promise<Outcome> {
  const named = wantedFamily(family ?? 'eip155')
  const source = parseWallet(from, 'from')
  return store(context, file, named, () => openKey(context, source, named))
}

async function store(
  context: Context,
  file: string,
  family: Family,
  key: () => Promise<string>,
): Promise<Outcome> {
  const path = resolve(file)
  if (modeOf(path) !== undefined)
    throw invalid('file', `${path} already exists`, 'A key file is never overwritten: choose another name.')
  const secret = await key()
  context.out.secret(secret)
  const address = await (await walletFamily(family)).addressOf(secret)
  const password = await readPassword(context, { make: true })
  const keystore = await encryptKey(secret, address, password, family)
  try {
    createPrivate(path, `${JSON.stringify(keystore, null, 2)}\n`)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'it already exists' : reasonOf(error)
    throw cliError('cli/file-not-written', `${path} cannot be written: ${code}`, { cause: error })
  }
  return {
    data: { file: path, address, wallet: `keystore:${path}`, mode: modeOf(path) ?? null },
    text: fields([
      ['address', address],
      ['file', `${path} (${modeOf(path) ?? ''})`],
      ['use it', `latchkey connect --wallet keystore:${file} --network <network>`],
    ]),
    primary: address,
  }
}
