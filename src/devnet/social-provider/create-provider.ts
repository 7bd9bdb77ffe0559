import { createHash, randomBytes } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { SocialApp } from '../../servers/wallet-service/social/providers.ts'

/** The scopes that the wallet's server requests. */
const scopes = 'openid profile identify read:user users.read tweet.read public_profile'.split(' ')

/** Creates the provider for one wallet server. It redirects visitors only to this server. */
export function createProvider(
  { default: Provider, interactionPolicy }: typeof import('oidc-provider'),
  url: string,
  socials: Readonly<Record<string, SocialApp>>,
  service: string,
): Provider {
  const policy = interactionPolicy.base()
  // Asks the visitor at each login which user to log in as.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'again',
        'The visitor chooses a user at each login',
        (ctx) => !ctx.oidc.result?.login,
      ),
    )
  return new Provider(url, {
    clients: Object.entries(socials).map(([name, { clientId, clientSecret }]) => ({
      client_id: clientId,
      client_secret: clientSecret as string,
      client_name: name,
      redirect_uris: [`${service}/social/callback/${name}`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
      subject_type: 'pairwise',
      // OpenID Connect clients of the type `web` need HTTPS, which pages of this machine lack.
      application_type: 'native',
    })),
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: (_, account, client) =>
      createHash('sha256').update(`${client.clientId} ${account}`).digest('hex'),
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, preferred_username: accountId }),
    }),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    scopes,
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/choose/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  })
}
