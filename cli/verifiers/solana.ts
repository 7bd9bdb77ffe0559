import { base58 } from '@scure/base'
import type { Verifier } from './verifier.ts'

export const solanaVerifier: Verifier = {
  name: 'tweetnacl',
  async signerOfMessage(message, { signature }, address) {
    const { default: nacl } = await import('tweetnacl')
    const [signed, key] = [decode(signature), decode(address)]
    if (signed?.length !== 64 || key?.length !== 32) return undefined
    return nacl.sign.detached.verify(new TextEncoder().encode(message), signed, key) ? address : undefined
  },
  same: (one, other) => one === other,
  async judge(text) {
    return decode(text)?.length === 32
      ? { address: text, checksum: 'absent' }
      : { reason: `"${text}" is not an address: expected 32 bytes in base58` }
  },
}

function decode(text: string): Uint8Array | undefined {
  try {
    return text.length <= 128 ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}
