import type { FarcasterOptions, SocialApp, SocialProvider } from 'latchkey/servers'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import { isHttpUrl } from './input.ts'

const providers: readonly SocialProvider[] = ['google', 'x', 'discord', 'apple', 'github', 'facebook']

export interface SocialFlags {
  readonly social?: readonly string[]
  readonly socialIssuer?: readonly string[]
  readonly socialOnPage?: boolean
  readonly farcasterNode?: string
  readonly farcasterRelay?: string
}

export function socialsOf(
  { io, out }: Context,
  { social = [], socialIssuer = [] }: SocialFlags,
): Partial<Record<SocialProvider, SocialApp>> {
  const issuers = new Map(socialIssuer.map((text) => pairOf('social-issuer', text)))
  const apps = new Map<SocialProvider, SocialApp>()
  for (const text of social) {
    const [provider, clientId] = pairOf('social', text)
    const clientSecret = io.env[`SOCIAL_${provider.toUpperCase()}_SECRET`] || undefined
    if (clientSecret) out.secret(clientSecret)
    apps.set(provider, { clientId, clientSecret, issuer: issuers.get(provider) })
  }
  for (const [provider, issuer] of issuers) {
    if (!apps.has(provider)) throw invalid('social-issuer', `names ${provider}, which --social does not`)
    checkUrl('social-issuer', issuer)
  }
  return Object.fromEntries(apps)
}

export function farcasterOf({ farcasterNode, farcasterRelay }: SocialFlags): FarcasterOptions | undefined {
  if (farcasterNode === undefined) {
    if (farcasterRelay !== undefined) throw invalid('farcaster-relay', 'needs --farcaster-node')
    return undefined
  }
  checkUrl('farcaster-node', farcasterNode)
  if (farcasterRelay !== undefined) checkUrl('farcaster-relay', farcasterRelay)
  return { rpcUrl: farcasterNode, relay: farcasterRelay }
}

function pairOf(field: string, text: string): readonly [SocialProvider, string] {
  const at = text.indexOf('=')
  const provider = providers.find((one) => one === text.slice(0, at))
  const value = text.slice(at + 1)
  if (!provider || value === '')
    throw invalid(field, `must be one of ${providers.join(', ')}, an equals sign and a value, not "${text}"`)
  return [provider, value]
}

function checkUrl(field: string, text: string): void {
  if (!isHttpUrl(text)) throw invalid(field, `must be a url, not "${text}"`)
}
