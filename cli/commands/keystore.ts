import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { CliError, invalid } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { reasonOf } from '../input.ts'
import type { Outcome } from '../output.ts'
import { createPrivate, modeOf } from '../state/private-file.ts'
import { fields } from '../table.ts'
import { addressOf, openKey } from '../wallets/eip155.ts'
import { encryptKey } from '../wallets/keystore-file.ts'
import { readPassword } from '../wallets/password.ts'
import { checkPrivateKey } from '../wallets/private-key.ts'
import { parseWallet } from '../wallets/reference.ts'

/** Makes a key and stores it encrypted. The key itself is never shown. */
export async function newKeystore(context: Context, file: string): Promise<Outcome> {
  return store(context, file, async () => checkPrivateKey(randomBytes(32).toString('hex')))
}

/** Stores a key that exists, from a file, the environment, standard input or another keystore. */
export async function importKeystore(context: Context, file: string, from: string): Promise<Outcome> {
  const source = parseWallet(from, 'from')
  return store(context, file, async () => checkPrivateKey(await openKey(context, source)))
}

async function store(context: Context, file: string, key: () => Promise<string>): Promise<Outcome> {
  const path = resolve(file)
  if (modeOf(path) !== undefined)
    throw invalid('file', `${path} is there already`, 'A key file is never overwritten: choose another name.')
  const privateKey = await key()
  context.out.secret(privateKey)
  const address = await addressOf(privateKey)
  const password = await readPassword(context, { make: true })
  const keystore = await encryptKey(privateKey, address, password)
  try {
    createPrivate(path, `${JSON.stringify(keystore, null, 2)}\n`)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'it is there already' : reasonOf(error)
    throw new CliError('cli/file-not-written', exitCodes.failed, `${path} cannot be written: ${code}`, {
      cause: error,
    })
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
