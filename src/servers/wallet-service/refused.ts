/** The HTTP status and the message for the visitor, by error code. Add codes, but don't rename or remove any. */
export const refusals = {
  'request/invalid': [400, 'The request is not one that this service knows.'],
  'request/too-large': [413, 'The request is too large.'],
  'request/foreign-origin': [403, 'Pages of other sites may not ask this service.'],
  'request/not-found': [404, 'There is nothing here.'],
  'request/too-many': [429, 'Too many tries. Wait a while, then try again.'],
  'device/no-proof': [401, 'This device did not prove who it is.'],
  'device/wrong-proof': [401, 'This device did not prove who it is.'],
  'device/wrong-time': [401, 'The clock of this device is wrong by some minutes. Set it, then try again.'],
  'device/used-proof': [401, 'This request was made before.'],
  'device/unknown': [403, 'This device has to be let in first. Log in again.'],
  'login/too-soon': [429, 'A mail is on its way. Wait half a minute for another one.'],
  'login/ended': [410, 'This login has ended. Start again.'],
  'login/wrong-code': [401, 'The code is wrong.'],
  'login/too-many-tries': [429, 'The code was wrong too often. Start again for another one.'],
  'login/not-fresh': [403, 'Log out and log in again, then change the email address within ten minutes.'],
  'device/waiting': [
    403,
    'This browser is new. It can use the key after 24 hours, or when you confirm it with your passkey.',
  ],
  'device/wrong-passkey': [403, "This passkey can't confirm a browser. Wait 24 hours, then try again."],
  'link/ended': [410, 'This link has been used, or has ended. Log in again for another one.'],
  'social/unknown': [404, 'This wallet is not set up for a login by that provider.'],
  'social/declined': [403, 'The login was declined at the provider.'],
  'social/failed': [502, 'The provider did not say who you are. Try again later.'],
  'farcaster/failed': [502, 'Farcaster did not say who you are. Try again later.'],
  'session/none': [401, 'You are not logged in.'],
  'session/ended': [401, 'You are not logged in any more. Log in again.'],
  'session/reused': [401, 'You have been logged out, since your login was used a second time. Log in again.'],
  'wallet/none': [404, 'There is no wallet yet.'],
  'wallet/other-version': [409, 'The wallet has been changed on another device. Load it again.'],
  'wallet/wrong-proof': [403, "The change isn't signed by the wallet's key."],
  'wallet/other-addresses': [409, 'The addresses of a wallet do not change.'],
  'email/same': [409, 'This is your email address already.'],
  'email/ended': [410, 'This change has ended. Start again.'],
  'email/taken': [409, 'This email address cannot be used.'],
  'mail/failed': [502, 'The mail could not be sent. Try again later.'],
  'node/unknown': [404, 'This wallet has no such node.'],
  'node/busy': [429, 'The network is busy. Wait a moment, then try again.'],
  'node/failed': [502, 'The node does not answer. Try again later.'],
  'service/failed': [500, 'The service could not do this. Try again later.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>

export type RefusalCode = keyof typeof refusals

export class Refused extends Error {
  readonly code: RefusalCode
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(code: RefusalCode, { retryAfter }: { readonly retryAfter?: number } = {}) {
    super(refusals[code][1])
    this.code = code
    this.retryAfter = retryAfter
  }
}
