import type { SocialProvider } from '../../../core/wallet/socials.ts'

/** The app of the host at a provider, by which visitors log in. */
export interface SocialApp {
  readonly clientId: string
  /** Absent for an app that has none. */
  readonly clientSecret?: string | undefined
  /** An issuer of OpenID Connect in place of the provider's own. */
  readonly issuer?: string | undefined
  /** Endpoints of OAuth 2 in place of the provider's own. */
  readonly endpoints?: OAuthEndpoints | undefined
}

/** A provider that speaks OAuth 2, and tells who somebody is by an API of its own. */
export interface OAuthEndpoints {
  readonly authorize: string
  readonly token: string
  /** Answers with JSON to whoever brings an access token. */
  readonly user: string
  /** Where the answer has what never changes of an account, such as `data.id`. Default: `sub`. */
  readonly subject?: string | undefined
  /** Where it has the name. Default: `name`. */
  readonly name?: string | undefined
}

/** How a provider is asked. No address of email is asked for, nor anything else that a login does not need. */
export interface SocialProviderSpec {
  readonly scope: string
  readonly issuer?: string | undefined
  readonly endpoints?: OAuthEndpoints | undefined
  /** RFC 6749, 2.3.1. Default: in the body. */
  readonly basic?: true | undefined
}

/**
 * As the providers document them: https://accounts.google.com/.well-known/openid-configuration and that of
 * https://appleid.apple.com; https://discord.com/developers/docs/topics/oauth2;
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps;
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token;
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow.
 */
export const providerSpecs: Readonly<Record<SocialProvider, SocialProviderSpec>> = {
  google: { scope: 'openid profile', issuer: 'https://accounts.google.com' },
  // With more than this Apple answers by a form, to a page that the wallet does not have.
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
