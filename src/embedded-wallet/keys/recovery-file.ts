import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { ServiceWallet } from '../../core/wallet/wallet-service.ts'

/** The visitor's share of a split. */
export interface RecoveryFile {
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
    'One of three parts of the key to these accounts. With a login it restores them in a browser that does not have them. Alone it opens nothing. Keep it private, and use the newest one: making a new file ends the older ones.'
  return `${JSON.stringify({ format, note, version, addresses, share: base64.encode(share) }, null, 2)}\n`
}

/** @throws `RecoveryFault` for a file that is none, or is one of another wallet or of an earlier split. */
export function readRecoveryFile(text: string, wallet: ServiceWallet): RecoveryFile {
  const file = z.safeParse(schema, jsonIn(text))
  const share = file.success && shareIn(file.data.share)
  if (!file.success || !share) throw new RecoveryFault('This is no recovery file of a wallet.')
  const { version, addresses } = file.data
  if (addresses.eip155 !== wallet.addresses.eip155 || addresses.solana !== wallet.addresses.solana)
    throw new RecoveryFault(`This file is of another wallet: ${addresses.eip155}.`)
  if (version !== wallet.version)
    throw new RecoveryFault('This file is too old: a newer one was made after it. Use the newest file.')
  return { version, addresses, share }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A share of 32 bytes has one byte more, which says which one it is. */
function shareIn(text: string): Uint8Array | undefined {
  try {
    const share = base64.decode(text)
    return share.length === 33 ? share : undefined
  } catch {
    return undefined
  }
}
