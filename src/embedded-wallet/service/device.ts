import { sha256 } from '@noble/hashes/sha256'
import { base64urlnopad, hex } from '@scure/base'
import { loadOnce } from '../../core/async/load-once.ts'
import { type DeviceKey, deviceHeaders, deviceProofText } from '../../core/wallet/wallet-service.ts'
import type { Store } from '../store/store.ts'

/** Proves to the service that a request comes from this browser. */
export interface Device {
  /** Returns the headers for a request. `path` includes the query. */
  proof(method: string, path: string, body: string): Promise<Readonly<Record<string, string>>>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Returns a device with a WebCrypto key that can't be exported. The service recognizes this browser by the key. The key stays
 * after a logout.
 */
export function deviceIn(store: Store, now: () => number): Device {
  const encoder = new TextEncoder()
  const loaded = loadOnce(async () => {
    const pair = await keyPair(store)
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const key = { kty, crv, x, y } as DeviceKey
    return { key: base64urlnopad.encode(encoder.encode(JSON.stringify(key))), sign: pair.privateKey }
  })
  return {
    async proof(method, path, body) {
      const { key, sign } = await loaded.load()
      const time = now()
      const text = deviceProofText(method, path, time, hex.encode(sha256(encoder.encode(body))))
      const signature = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        sign,
        encoder.encode(text),
      )
      return {
        [deviceHeaders.key]: key,
        [deviceHeaders.time]: String(time),
        [deviceHeaders.proof]: base64urlnopad.encode(new Uint8Array(signature)),
      }
    },
  }
}

async function keyPair(store: Store): Promise<CryptoKeyPair> {
  const known = await store.get<CryptoKeyPair>('device')
  if (known) return known
  const made = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  // Another tab may have created a key first. Keep the first key.
  return store.change<CryptoKeyPair>('device', (first) => first ?? made)
}
