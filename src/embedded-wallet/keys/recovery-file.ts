import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'
import { isRecoveryShare } from './shares.ts'

/** The visitor's share of a split, as a file or a passkey keeps it. */
export interface RecoveryFile {
  /** Of the wallet, when it was split so. */
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

/** A recovery file that cannot be used. Its message is for the visitor. */
export class RecoveryFault extends Error {
  override readonly name = 'RecoveryFault'
}

export function writeRecoveryFile({ version, addresses, share }: RecoveryFile): string {
  const note =
    'One of three parts of the key to these accounts. With a login it restores them in a browser that does not have them, and with a browser that has them it restores the key where the service is gone. Alone it opens nothing. Keep it private.'
  return `${JSON.stringify({ format, note, version, addresses, share: base64.encode(share) }, null, 2)}\n`
}

/** @throws `RecoveryFault` for a file that is none. */
export function readRecoveryFile(text: string): RecoveryFile {
  const file = z.safeParse(schema, jsonIn(text))
  const share = file.success && shareIn(file.data.share)
  if (!file.success || !share) throw new RecoveryFault('This is no recovery file of a wallet.')
  const { version, addresses } = file.data
  return { version, addresses, share }
}

/** @throws `RecoveryFault` where it is of another wallet, or of a split that was replaced since. */
export function requireCurrent({ version, addresses }: RecoveryFile, wallet: ServiceWallet): void {
  if (!sameAddresses(addresses, wallet.addresses))
    throw new RecoveryFault(`This file is of another wallet: ${addresses.eip155}.`)
  if (version === wallet.version) return
  const day = new Date(wallet.splitAt).toISOString().slice(0, 10)
  throw new RecoveryFault(`This file has ended: it was replaced by another one on ${day}. Use that one.`)
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
