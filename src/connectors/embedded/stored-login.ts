import { frameLimits } from '../../core/limits.ts'
import type { StoredLogin } from '../../core/wallet/embedded-login.ts'
import { type SocialName, socialNames } from '../../core/wallet/list/socials.ts'
import type { Clock, KeyValueStore } from '../../ports.ts'

const names = {
  used: 'EMAIL_LOGIN_USED_KEY',
  email: 'EMAIL',
  mailedAt: 'LAST_EMAIL_LOGIN_TIME',
  chain: 'LAST_USED_CHAIN_KEY',
  userName: 'SOCIAL_USERNAME',
  social: 'CONNECTED_SOCIAL',
  smartNetworks: 'SMART_ACCOUNT_ENABLED_NETWORKS',
  accountType: 'CHOSEN_ACCOUNT_TYPE',
  /** Set from a logout until the frame has logged out, or until the next login. */
  leaving: 'SIGN_OUT_PENDING',
} as const
type Name = keyof typeof names

/** The login data that the page stores between visits. It contains no secrets (S2.3, S3.1.9). */
export class LoginStorage {
  readonly #store: KeyValueStore | undefined
  readonly #clock: Clock
  readonly #prefix: string
  /** The values that the browser's storage didn't accept. They last until the page is closed. */
  readonly #here = new Map<Name, string | undefined>()

  constructor(store: KeyValueStore | undefined, clock: Clock, clientName: string) {
    this.#store = store
    this.#clock = clock
    this.#prefix = `@latchkey/wallet/${clientName === 'app' ? '' : `${clientName}/`}`
  }

  get login(): StoredLogin {
    const social = socialNames.find((one) => one === this.get('social'))
    return {
      used: this.get('used') === 'true',
      email: this.get('email'),
      userName: this.get('userName'),
      social,
    }
  }

  /**
   * The remaining wait until another email can be requested, in whole seconds. If the clock is set back, the wait doesn't get
   * longer.
   */
  get cooldown(): number {
    const text = this.get('mailedAt')
    const at = Number(text)
    if (!text || !Number.isFinite(at)) return 0
    const now = this.#clock.now()
    if (at > now) this.set('mailedAt', String(now))
    return Math.max(0, Math.ceil((Math.min(at, now) + frameLimits.cooldown - now) / 1000))
  }

  /** The ids of the eip155 networks with smart accounts. */
  get smartNetworks(): readonly number[] {
    const listed = (this.get('smartNetworks') ?? '').split(',').map(Number)
    return listed.filter((id) => Number.isSafeInteger(id) && id > 0)
  }

  mailed(): void {
    this.set('mailedAt', String(this.#clock.now()))
  }

  loggedIn(email: string | null | undefined): void {
    if (email) this.set('email', email)
    this.set('used', 'true')
    this.set('mailedAt', undefined)
    this.set('leaving', undefined)
  }

  /** Stores a login with a social account. Replaces an earlier login, even of another visitor. */
  loggedInBy(social: SocialName, userName: string | null | undefined): void {
    this.set('email', undefined)
    this.set('social', social)
    this.set('userName', userName || undefined)
    this.set('used', 'true')
    this.set('leaving', undefined)
  }

  loggedInByEmail(): void {
    this.set('social', undefined)
    this.set('userName', undefined)
    this.set('leaving', undefined)
  }

  /** Clears the login when the wallet disconnects or the frame reports that the visitor isn't logged in (S2.4). */
  loggedOut(): void {
    for (const name of Object.keys(names) as Name[])
      if (!['mailedAt', 'leaving'].includes(name)) this.set(name, undefined)
  }

  get(name: Name): string | undefined {
    if (this.#here.has(name)) return this.#here.get(name)
    try {
      return this.#store?.get(this.#prefix + names[name]) ?? undefined
    } catch {
      return undefined
    }
  }

  set(name: Name, value: string | undefined): void {
    try {
      // If there is no store, each of these calls throws.
      const store = this.#store as KeyValueStore
      if (value === undefined) store.remove(this.#prefix + names[name])
      else store.set(this.#prefix + names[name], value)
      this.#here.delete(name)
    } catch {
      this.#here.set(name, value)
    }
  }
}
