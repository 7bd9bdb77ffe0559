import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** How the provider answers token requests. */
export type TokenAnswer = 'right' | 'html' | 'never' | 'endless' | 'refused'

/** An OpenID Connect provider without a login page. The test decides the provider's faults. Each code stands for one user. */
export interface ScriptedProvider {
  readonly issuer: string
  token: TokenAnswer
  /** Claims to replace in the ID token. */
  claims: Readonly<Record<string, unknown>>
  /** Whether the provider signs with another key than the key that it publishes. */
  forged: boolean
  /** The codes that were exchanged for tokens. */
  readonly codes: readonly string[]
  /** Returns the URL to which the provider redirects a visitor who opens `uri`. */
  answer(uri: string, changes?: Readonly<Record<string, string>>): string
  stop(): Promise<void>
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export async function scriptedProvider(clientId: string): Promise<ScriptedProvider> {
  const own = keys()
  const other = keys()
  const codes: string[] = []
  const begun = new Map<string, { readonly nonce: string; readonly challenge: string }>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  const provider: ScriptedProvider = {
    issuer,
    token: 'right',
    claims: {},
    forged: false,
    codes,
    answer(uri, changes = {}) {
      const asked = new URL(uri).searchParams
      const code = `code-${begun.size}`
      begun.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' })
      const back = new URL(asked.get('redirect_uri') ?? '')
      const fields = { code, state: asked.get('state') ?? '', iss: issuer, ...changes }
      for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, value)
      return back.href
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (request.url === '/.well-known/openid-configuration')
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        authorization_response_iss_parameter_supported: true,
      })
    if (request.url === '/keys')
      return json(response, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: '1' }],
      })
    const form = new URLSearchParams(await text(request))
    const code = form.get('code') ?? ''
    codes.push(code)
    const { nonce, challenge } = begun.get(code) ?? {}
    const proven = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (provider.token === 'never') return undefined
    if (provider.token === 'html')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>We are improving</h1>')
    if (provider.token === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const part = Buffer.alloc(1_000_000, 32)
      while (!response.destroyed && response.write(part)) await new Promise(setImmediate)
      response.on('drain', () => response.write(part))
      return undefined
    }
    if (provider.token === 'refused' || proven !== challenge)
      return json(response, { error: 'invalid_grant' }, 400)
    const at = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: 'somebody',
      iat: at,
      exp: at + 600,
      nonce,
      ...provider.claims,
    }
    const signed = `${encoded({ alg: 'ES256', kid: '1' })}.${encoded(claims)}`
    const key = (provider.forged ? other : own).privateKey
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return json(response, {
      access_token: 'token',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: `${signed}.${signature.toString('base64url')}`,
    })
  }
  return provider
}
