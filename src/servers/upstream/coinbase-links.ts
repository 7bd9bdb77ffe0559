import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { systemClock } from '../../platform/system-clock.ts'
import { DataRefusal } from '../data/data-refusal.ts'
import type { LinkSigner } from '../data/signed-links.ts'
import { linkCalls } from './link-calls.ts'

export interface CoinbaseKeys {
  /** The id of the secret API key. */
  readonly keyId: string
  /** The secret of the API key: 64 bytes in base64 (Ed25519), or a PEM (ECDSA). It never leaves the server. */
  readonly secret: string
  /** The URLs to use instead of Coinbase's, such as the URLs of the devnet's fake Coinbase service. */
  readonly urls?: { readonly api: string; readonly page: string } | undefined
  /**
   * Called when Coinbase creates no link. The same message is reported at most once a minute. The client gets status 429 if
   * Coinbase answered with 429, and 502 otherwise.
   */
  readonly onFailure?: ((message: string) => void) | undefined
  /** The current time in ms. Default: the system's clock. */
  readonly now?: (() => number) | undefined
}

const addresses = { api: 'https://api.developer.coinbase.com', page: 'https://pay.coinbase.com' } as const

/** The fields that are read from a request, and their formats. All other fields are ignored. */
const fields = {
  walletAddress: /^\w{20,100}$/,
  code: /^[\w.]{2,40}$/,
  network: /^[a-z\d-]{2,40}$/,
} as const

/** How long the JWT of a request is valid, in seconds, as in Coinbase's documentation. */
const lifetime = 120

/**
 * Creates session tokens of Coinbase's page: https://docs.cdp.coinbase.com/onramp/reference. A token is for one account, one coin
 * on one network, and the visitor's IP address.
 * @throws Error if the secret isn't a key
 */
export function coinbaseLinks({
  keyId,
  secret,
  urls: { api, page } = addresses,
  onFailure,
  now = systemClock.now,
}: CoinbaseKeys): LinkSigner {
  const key = keyOf(secret)
  const { post, failed } = linkCalls({ provider: 'Coinbase', onFailure, now })
  const url = new URL(`${api}/onramp/v1/token`)

  return async (asked, { client }) => {
    const [walletAddress, code, network] = Object.entries(fields).map(([name, format]) => {
      const value = asked[name]
      if (typeof value !== 'string' || !format.test(value)) throw new DataRefusal(400, name, "It isn't valid")
      return value
    })
    if (!client) throw failed("the visitor's IP address is unknown")
    const body = {
      addresses: [{ address: walletAddress, blockchains: [network] }],
      ...{ assets: [code], clientIp: client },
    }
    const authorization = `Bearer ${proof(key, keyId, url, Math.floor(now() / 1000))}`
    const answer = await post(url, body, { authorization })
    const { status, isOk, json } = answer
    const { token } = json
    if (!isOk || typeof token !== 'string' || !/^[\w.~+/=-]{1,4000}$/.test(token))
      throw failed(`it gave no session token (HTTP ${status})`, answer)
    const opened = new URL('/buy/select-asset', page)
    opened.searchParams.set('sessionToken', token)
    return opened.href
  }
}

/** Reads the two formats of secrets: https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication */
function keyOf(secret: string): KeyObject {
  // In an environment variable, the line breaks of a PEM are often escaped.
  if (secret.includes('-----BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'))
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64) throw new Error('The secret is neither 64 bytes in base64 nor a PEM')
  const [d, x] = [bytes.subarray(0, 32), bytes.subarray(32)].map((part) => part.toString('base64url'))
  return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } })
}

/** Creates the JWT that authenticates one POST: https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication */
function proof(key: KeyObject, keyId: string, { host, pathname }: URL, at: number): string {
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const header = {
    ...{ alg: isEdwards ? 'EdDSA' : 'ES256', kid: keyId, typ: 'JWT' },
    nonce: randomBytes(16).toString('hex'),
  }
  const claims = {
    ...{ sub: keyId, iss: 'cdp', aud: ['cdp_service'], uris: [`POST ${host}${pathname}`] },
    ...{ iat: at, nbf: at, exp: at + lifetime },
  }
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign(isEdwards ? null : 'sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
