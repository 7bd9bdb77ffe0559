import { readSs58, writeSs58 } from '../../../adapters/polkadot/ss58.ts'

/** Returns the public key of an account in hex, or undefined if the text isn't an address. All addresses of an account have the same key. */
export function keyOf(address: string): string | undefined {
  const read = readSs58(address)
  return typeof read === 'string' ? undefined : Buffer.from(read.key).toString('hex')
}

export function addressOf(key: string, prefix: number): string {
  return writeSs58({ prefix, key: Uint8Array.from(Buffer.from(key, 'hex')) })
}
