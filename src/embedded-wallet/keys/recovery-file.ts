import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import { isRecoveryShare } from './shares.ts'

/** The visitor's share of a key, as stored in a file or with a passkey. */
export interface RecoveryFile {
  /** The wallet's version when the key was split. */
  readonly version: number
  readonly addresses: ServiceWallet['addresses']
  readonly share: Uint8Array
}

const format = 'wallet-recovery-1'

const schema = z.object({
  format: z.literal(format),
  version: z.number(),
  addresses: z.object({ eip155: z.string(), solana: z.string() }),
  share: z.string(),
})

/** The error for a recovery file that can't be used. Its message is for the visitor. */
export class RecoveryFault extends Error {
  override readonly name = 'RecoveryFault'
}

export function writeRecoveryFile({ version, addresses, share }: RecoveryFile): string {
  const note =
    'One of three parts of the key to these accounts. With your login it restores them in a new browser. With a browser that has them it restores the key even if the service is gone. Alone it opens nothing. Keep it private.'
  return `${JSON.stringify({ format, note, version, addresses, share: base64.encode(share) }, null, 2)}\n`
}

/**
 * Reads a recovery file.
 * @throws `RecoveryFault` if the text isn't a recovery file.
 */
export function readRecoveryFile(text: string): RecoveryFile {
  const file = z.safeParse(schema, jsonIn(text))
  const share = file.success && shareIn(file.data.share)
  if (!file.success || !share) throw new RecoveryFault("This isn't a wallet's recovery file.")
  const { version, addresses } = file.data
  return { version, addresses, share }
}

/**
 * Checks that the file belongs to the wallet.
 * @throws `RecoveryFault`
 */
export function requireSameWallet({ addresses }: RecoveryFile, wallet: ServiceWallet): void {
  if (sameAddresses(addresses, wallet.addresses)) return
  throw new RecoveryFault(`This file belongs to another wallet: ${addresses.eip155}.`)
}

/**
 * Checks that the file has the wallet's current version.
 * @throws `RecoveryFault`
 */
export function requireCurrent({ version }: RecoveryFile, wallet: ServiceWallet): void {
  if (version === wallet.version) return
  const day = new Date(wallet.splitAt).toISOString().slice(0, 10)
  throw new RecoveryFault(`This file was replaced by a newer one on ${day}. Use the newer file.`)
}

export function sameAddresses(one: ServiceWallet['addresses'], other: ServiceWallet['addresses']): boolean {
  return one.eip155 === other.eip155 && one.solana === other.solana
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function shareIn(text: string): Uint8Array | undefined {
  try {
    const share = base64.decode(text)
    return isRecoveryShare(share) ? share : undefined
  } catch {
    return undefined
  }
}
