import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { SocialProvider } from '../../core/wallet/list/socials.ts'
import { loadPeer } from '../../servers/load-peer.ts'
import type { SocialApp } from '../../servers/wallet-service/social/providers.ts'
import { callerRule } from '../server/callers.ts'
import { chooserPage } from './chooser-page.ts'
import { createProvider } from './create-provider.ts'

/** A login provider on loopback, in memory. Visitors choose a user, without a password. */
export interface DevSocialProvider {
  /** A URL such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The configuration of a wallet's server that uses this provider instead of the real providers. */
  readonly socials: Readonly<Record<SocialProvider, SocialApp>>
  /**
   * Accepts logins for a wallet's server. Call this method after the server has started, because the server's port isn't known
   * before.
   */
  serve(service: string): Promise<void>
  stop(): Promise<void>
}

/** Providers with a user API. The others use OpenID Connect. */
const byApi = ['discord', 'github', 'x', 'facebook'] as const
const byOpenId = ['google', 'apple'] as const

/**
 * Starts a login provider.
 * @throws `config/peer-missing` without oidc-provider.
 */
export async function startSocialProvider(): Promise<DevSocialProvider> {
  const library = await loadPeer(() => import('oidc-provider'), {
    feature: 'The local social provider',
    install: 'npm install oidc-provider',
  })
  const mayAsk = callerRule()
  let provider: Provider | undefined
  let answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const { headers } = request
    // Pages of other sites can navigate to this server's pages. Other requests of those sites are rejected.
    const isVisit = request.method === 'GET' && headers['sec-fetch-dest'] === 'document'
    const run = async () => {
      if (!provider || !mayAsk(isVisit ? { host: headers.host } : headers))
        return send(response, 403, 'text/plain', 'No')
      if (pathname.startsWith('/choose/')) return choose(provider, request, response)
      if (pathname === '/user') return user(provider, request, response)
      return answer?.(request, response)
    }
    run().catch((error: unknown) => send(response, 500, 'text/plain', String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const app = (provider: SocialProvider) => ({
    clientId: provider,
    clientSecret: randomBytes(32).toString('base64url'),
  })
  const endpoints = {
    ...{ authorize: `${url}/auth`, token: `${url}/token`, user: `${url}/user` },
    ...{ subject: 'id', name: 'username' },
  }
  const socials = Object.fromEntries([
    ...byOpenId.map((provider) => [provider, { ...app(provider), issuer: url }]),
    ...byApi.map((provider) => [provider, { ...app(provider), endpoints }]),
  ]) as Record<SocialProvider, SocialApp>
  return {
    url,
    socials,
    async serve(service) {
      provider = createProvider(library, url, socials, service)
      answer = provider.callback()
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function choose(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  const clientId = String(params.client_id)
  if (request.method !== 'POST') return send(response, 200, 'text/html; charset=utf-8', chooserPage(clientId))
  const name = new URLSearchParams(await text(request)).get('name') ?? ''
  if (!/^[\w-]{1,32}$/.test(name))
    return provider.interactionFinished(request, response, { error: 'access_denied' })
  const grant = new provider.Grant({ accountId: name, clientId })
  grant.addOIDCScope(String(params.scope))
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { login: { accountId: name }, consent: { grantId } })
}

/** Answers like the providers' user APIs, with the user of an access token. */
async function user(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, value = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const token = await provider.AccessToken.find(value)
  if (!token?.isValid) return send(response, 401, 'application/json', '{}')
  const { accountId, clientId } = token
  const told = {
    // As at some real providers, each client gets a different id for the same user.
    ...{ id: `${clientId}:${accountId}`, username: accountId },
    ...(clientId === 'discord' && { discriminator: '0' }),
  }
  send(response, 200, 'application/json', JSON.stringify(told))
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
