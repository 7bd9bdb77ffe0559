import type { Store } from './store.ts'

/** Encrypted bytes. Only this browser can decrypt them, and only for the purpose for which they were encrypted. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

export interface Seal {
  /**
   * Encrypts bytes.
   * @param bound The purpose. Pass the same text to `open`.
   */
  close(bytes: Uint8Array, bound: string): Promise<Sealed>
  /**
   * Decrypts bytes.
   * @throws if the bytes were encrypted for another purpose or in another browser.
   */
  open(sealed: Sealed, bound: string): Promise<Uint8Array>
}

/** Encrypts with AES-GCM. The WebCrypto key can't be exported, and is created at the first use. */
export function sealIn(store: Store): Seal {
  const key = async () => {
    const known = await store.get<CryptoKey>('seal')
    if (known) return known
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    // Another tab may have created a key first. Keep the first key.
    return store.change<CryptoKey>('seal', (first) => first ?? made)
  }
  const encoder = new TextEncoder()
  return {
    async close(bytes, bound) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const additionalData = encoder.encode(bound)
      const plain = Uint8Array.from(bytes)
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, await key(), plain)
      plain.fill(0)
      return { iv, data }
    },
    async open({ iv, data }, bound) {
      const additionalData = encoder.encode(bound)
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, await key(), data),
      )
    },
  }
}
