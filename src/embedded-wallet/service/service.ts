import {
  type DeviceAnswer,
  type EmailUpdateStarted,
  type FarcasterStarted,
  type FormerSplit,
  formerProofText,
  type ListedPasskey,
  type LoginStarted,
  type NewPasskey,
  type ServiceConfig,
  type ServiceDevice,
  type ServiceSession,
  type ServiceShare,
  type ServiceUser,
  type SocialStarted,
  type WalletUpdate,
} from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import type { CallService, ServiceCall } from './calls.ts'
import { Refusal } from './refusal.ts'
import { readAnswer } from './schemas.ts'
import type { Session } from './session.ts'

/** The client of the wallet's service. If the service refuses a call, the call throws `Refusal` with the service's message. */
export interface WalletService {
  config(): Promise<ServiceConfig>
  /**
   * Starts a login.
   * @param site The origin of the visitor's page, as the browser reports it.
   */
  beginLogin(email: string, site?: string): Promise<LoginStarted>
  /** Waits until the mailed link is used, or until the service stops waiting. Asks again if the service can't be reached. */
  awaitDevice(login: string, signal?: AbortSignal): Promise<DeviceAnswer>
  /** Logs this browser in. */
  enterCode(login: string, code: string): Promise<ServiceSession>
  /**
   * Starts a login with a social provider.
   * @param site The origin of the page that contains the frame.
   */
  beginSocial(provider: string, site: string): Promise<SocialStarted>
  /**
   * Logs this browser in.
   * @throws if the signal aborts before the service has answered.
   */
  finishSocial(uri: string, signal: AbortSignal): Promise<ServiceSession>
  beginFarcaster(site: string): Promise<FarcasterStarted>
  /**
   * Waits until the login is approved, and logs this browser in. Resolves with undefined if the service stops waiting before the
   * approval. Asks again if the service can't be reached.
   */
  awaitFarcaster(login: string, signal?: AbortSignal): Promise<ServiceSession | undefined>
  /**
   * Returns the user.
   * @throws `LoggedOut`
   */
  user(): Promise<ServiceUser>
  signOut(): Promise<void>
  share(): Promise<ServiceShare>
  putWallet(update: WalletUpdate): Promise<void>
  /**
   * Returns the splits of the key that were replaced in the last 30 days.
   * @param sign Signs a text with the wallet's key.
   */
  former(user: string, sign: (text: string) => Promise<string>): Promise<readonly FormerSplit[]>
  passkeys(): Promise<readonly ListedPasskey[]>
  putPasskey(passkey: NewPasskey): Promise<void>
  devices(): Promise<readonly ServiceDevice[]>
  forgetDevice(device: string): Promise<void>
  /** Records that the visitor has seen the notice about all devices added until `until` (Unix time in ms). */
  toldOfDevices(until: number): Promise<void>
  /**
   * Records that the visitor has seen the notice about all passkeys added until `until` (Unix time
   * in ms).
   */
  toldOfPasskeys(until: number): Promise<void>
  /**
   * Lets this browser use the key at once. If the user has a passkey, a new browser must wait until a passkey confirms it, or
   * until the time that the service sets. `proof` is the signature of `confirmDeviceText` with the passkey's confirmation key.
   */
  confirmDevice(confirmation: {
    readonly passkey: string
    readonly knownAt: number
    readonly proof: string
  }): Promise<void>
  /**
   * Starts a change of the email address.
   * @param site The origin of the visitor's page.
   */
  updateEmail(email: string, site: string): Promise<EmailUpdateStarted>
  confirmEmail(step: 'primary' | 'secondary', code: string): Promise<void>
}

/** The time limit for a call that waits for the visitor, in ms. The service answers after at most 25 s. */
const deviceWait = 35_000
/** The pause before a call that waits for the visitor is sent again after a failure, in ms. */
const retryPause = 1000
/** The time limit for a social login, in ms. The service calls a provider up to four times. */
const socialWait = 28_000

export function walletService(call: CallService, session: Session, clock: Clock): WalletService {
  /** Sends a request with the access token. If the service refuses the token, sends the request once more with a new token. */
  async function asUser(request: ServiceCall): Promise<unknown> {
    const access = await session.access()
    try {
      return await call({ ...request, access })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error
      session.markRejected(access)
      return call({ ...request, access: await session.access() })
    }
  }

  /**
   * Sends a request that waits for the visitor. If it fails, sends it again, because a phone cuts the connection while the visitor
   * is in another app. If the service refuses the request, for example because the login has ended, throws the refusal.
   */
  async function visitorsAnswer(path: string, login: string, signal?: AbortSignal): Promise<unknown> {
    for (;;) {
      try {
        return await call({ method: 'POST', path, body: { login }, timeout: deviceWait, signal })
      } catch (error) {
        // The service may count a cut request as open for a while, and answer 429.
        const isFinal = error instanceof Refusal && error.status < 500 && error.status !== 429
        if (isFinal || signal?.aborted) throw error
      }
      // A login ends after ten minutes, so few listeners add up on its signal.
      await new Promise<void>((resolve) => {
        clock.after(retryPause, resolve)
        signal?.addEventListener('abort', () => resolve())
      })
      signal?.throwIfAborted()
    }
  }

  return {
    config: async () =>
      readAnswer('config', await call({ method: 'GET', path: '/api/config', unsigned: true })),
    beginLogin: async (email, site) =>
      readAnswer(
        'loginStarted',
        await call({ method: 'POST', path: '/api/login/email', body: { email, site } }),
      ),
    awaitDevice: async (login, signal) =>
      readAnswer('deviceAnswer', await visitorsAnswer('/api/login/device', login, signal)),
    async enterCode(login, code) {
      const answer = await call({ method: 'POST', path: '/api/login/code', body: { login, code } })
      const begun = readAnswer('session', answer)
      await session.begin(begun)
      return begun
    },
    beginSocial: async (provider, site) =>
      readAnswer(
        'socialStarted',
        await call({
          method: 'POST',
          path: '/api/login/social',
          body: { provider, site },
          timeout: socialWait,
        }),
      ),
    async finishSocial(uri, signal) {
      const path = '/api/login/social/finish'
      const answer = await call({ method: 'POST', path, body: { uri }, timeout: socialWait, signal })
      const begun = readAnswer('session', answer)
      await session.begin(begun)
      return begun
    },
    beginFarcaster: async (site) =>
      readAnswer(
        'farcasterStarted',
        await call({ method: 'POST', path: '/api/login/farcaster', body: { site } }),
      ),
    async awaitFarcaster(login, signal) {
      const waited = await visitorsAnswer('/api/login/farcaster/wait', login, signal)
      const answer = readAnswer('farcasterAnswer', waited)
      if (!answer.approved) return undefined
      await session.begin(answer)
      return answer
    },
    user: async () => readAnswer('user', await asUser({ method: 'GET', path: '/api/user' })),
    async signOut() {
      // Log out in this browser first, because the service may be unreachable.
      const refresh = await session.end()
      if (refresh) await call({ method: 'DELETE', path: '/api/session', body: { refresh } })
    },
    share: async () => readAnswer('share', await asUser({ method: 'GET', path: '/api/wallet/share' })),
    putWallet: async (body) => void (await asUser({ method: 'PUT', path: '/api/wallet', body })),
    async former(user, sign) {
      const time = clock.now()
      const proof = await sign(formerProofText(user, time))
      const path = '/api/wallet/former'
      return readAnswer('former', await asUser({ method: 'POST', path, body: { time, proof } }))
    },
    passkeys: async () =>
      readAnswer('passkeys', await asUser({ method: 'GET', path: '/api/wallet/passkeys' })),
    putPasskey: async (body) => void (await asUser({ method: 'PUT', path: '/api/wallet/passkeys', body })),
    devices: async () => readAnswer('devices', await asUser({ method: 'GET', path: '/api/devices' })),
    forgetDevice: async (device) =>
      void (await asUser({ method: 'DELETE', path: `/api/devices/${encodeURIComponent(device)}` })),
    toldOfDevices: async (until) =>
      void (await asUser({ method: 'POST', path: '/api/devices/told', body: { until } })),
    toldOfPasskeys: async (until) =>
      void (await asUser({ method: 'POST', path: '/api/wallet/passkeys/told', body: { until } })),
    confirmDevice: async (body) =>
      void (await asUser({ method: 'POST', path: '/api/devices/confirm', body })),
    updateEmail: async (email, site) =>
      readAnswer('emailUpdate', await asUser({ method: 'POST', path: '/api/email', body: { email, site } })),
    confirmEmail: async (step, code) =>
      void (await asUser({ method: 'POST', path: `/api/email/${step}`, body: { code } })),
  }
}
