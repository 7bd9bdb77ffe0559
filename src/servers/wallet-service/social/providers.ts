import type { SocialProvider } from '../../../core/wallet/list/socials.ts'

/** The app that the host registered at a provider. */
export interface SocialApp {
  readonly clientId: string
  /** Undefined if the provider gave the app no secret. */
  readonly clientSecret?: string | undefined
  /** An OpenID Connect issuer to use instead of the provider. */
  readonly issuer?: string | undefined
  /** OAuth 2 endpoints to use instead of the provider's endpoints. */
  readonly endpoints?: OAuthEndpoints | undefined
}

/** The endpoints of an OAuth 2 provider without OpenID Connect. */
export interface OAuthEndpoints {
  readonly authorize: string
  readonly token: string
  /** Returns JSON about the visitor. */
  readonly user: string
  /** The `iss` in the provider's answers (RFC 9207). Default: the origin of `authorize`. An answer without `iss` is accepted. */
  readonly issuer?: string | undefined
  /** The path of the permanent account id in the JSON, such as `data.id`. Default: `sub`. */
  readonly subject?: string | undefined
  /** The path of the name in the JSON. Default: `name`. */
  readonly name?: string | undefined
}

/** The endpoints and scopes of a provider. A login needs no email address, so the scopes don't ask for it. */
export interface SocialProviderSpec {
  readonly scope: string
  readonly issuer?: string | undefined
  readonly endpoints?: OAuthEndpoints | undefined
  /** If true, the client credentials are sent by HTTP Basic (RFC 6749, 2.3.1). Default: in the body. */
  readonly basic?: true | undefined
}

/**
 * Sources: https://accounts.google.com/.well-known/openid-configuration;
 * https://appleid.apple.com/.well-known/openid-configuration; https://discord.com/developers/docs/topics/oauth2;
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps;
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token;
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow.
 */
export const providerSpecs: Readonly<Record<SocialProvider, SocialProviderSpec>> = {
  google: { scope: 'openid profile', issuer: 'https://accounts.google.com' },
  // If an app asks for more scopes, Apple answers with a form POST, which the wallet's pages don't support.
  apple: { scope: 'openid', issuer: 'https://appleid.apple.com' },
  discord: {
    scope: 'identify',
    endpoints: {
      authorize: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      user: 'https://discord.com/api/users/@me',
      subject: 'id',
      name: 'username',
    },
  },
  github: {
    scope: 'read:user',
    endpoints: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      user: 'https://api.github.com/user',
      issuer: 'https://github.com/login/oauth',
      subject: 'id',
      name: 'login',
    },
  },
  x: {
    scope: 'users.read tweet.read',
    endpoints: {
      authorize: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      user: 'https://api.x.com/2/users/me',
      subject: 'data.id',
      name: 'data.username',
    },
    basic: true,
  },
  facebook: {
    scope: 'public_profile',
    endpoints: {
      authorize: 'https://www.facebook.com/v21.0/dialog/oauth',
      token: 'https://graph.facebook.com/v21.0/oauth/access_token',
      user: 'https://graph.facebook.com/v21.0/me?fields=id,name',
      subject: 'id',
      name: 'name',
    },
  },
}
