import { invalid } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { reasonOf } from '../input.ts'
import { readPrivate } from '../state/private-file.ts'
import { parseKeystore, type SealedKey } from './keystore-file.ts'
import { readPassword, tooOpen } from './password.ts'
import { readPrivateKey } from './private-key.ts'
import type { WalletReference } from './reference.ts'

/** Opens the wallet that a reference names, asking for what it needs. Resolves with its private key. */
export async function openKey(context: Context, reference: WalletReference): Promise<string> {
  switch (reference.kind) {
    case 'dev':
      return (await devAccount(reference.name)).secret
    case 'key':
      return readPrivateKey(context, reference.source)
    case 'keystore': {
      const key = await readKeystore(reference.file).open(await readPassword(context), keccak256)
      context.out.secret(key)
      return key
    }
  }
}

/** @throws a usage error when there is no such file, exit code 4 when others may read it. */
export function readKeystore(file: string): SealedKey {
  let found: ReturnType<typeof readPrivate>
  try {
    found = readPrivate(file)
  } catch (error) {
    throw invalid('wallet', `${file} cannot be read: ${reasonOf(error)}`)
  }
  if (!found)
    throw invalid(
      'wallet',
      `${file} cannot be read: there is no such file`,
      `Make it: latchkey keystore new ${file}`,
    )
  if (found.shared) throw tooOpen(file)
  return parseKeystore(found.text)
}

/** The devnet account of that name, such as `alice`. */
export async function devAccount(
  name: string,
  field = 'wallet',
): Promise<{ readonly address: string; readonly secret: string }> {
  const { devAccounts } = await import('latchkey/devnet')
  const account = Object.hasOwn(devAccounts, name) ? devAccounts[name]?.eip155 : undefined
  if (account) return account
  throw invalid(
    field,
    `there is no devnet account "${name}"`,
    `There are ${Object.keys(devAccounts).join(', ')}.`,
  )
}

/** The checksummed address of a private key. */
export async function addressOf(privateKey: string): Promise<string> {
  const { privateKeyToAddress } = await import('viem/accounts').catch(missingViem)
  return privateKeyToAddress(privateKey as `0x${string}`)
}

async function keccak256(bytes: Uint8Array): Promise<Uint8Array> {
  const viem = await import('viem').catch(missingViem)
  return viem.keccak256(bytes, 'bytes')
}

async function missingViem(cause: unknown): Promise<never> {
  const { latchkeyError } = await import('latchkey/testing')
  throw latchkeyError('config/peer-missing', {
    values: { feature: 'A wallet with eip155 keys', install: 'npm install viem' },
    cause,
  })
}
