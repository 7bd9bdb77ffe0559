import { frameLimits } from '../../core/limits.ts'
import type { StoredLogin } from '../../core/wallet/embedded-login.ts'
import { type SocialName, socialNames } from '../../core/wallet/socials.ts'
import type { Clock, KeyValueStore } from '../../ports.ts'

const names = {
  used: 'EMAIL_LOGIN_USED_KEY',
  email: 'EMAIL',
  mailedAt: 'LAST_EMAIL_LOGIN_TIME',
  chain: 'LAST_USED_CHAIN_KEY',
  userName: 'SOCIAL_USERNAME',
  social: 'CONNECTED_SOCIAL',
  smartNetworks: 'SMART_ACCOUNT_ENABLED_NETWORKS',
} as const
type Name = keyof typeof names

/** What the page keeps of a login between visits: nothing that opens anything. Specification 2, section 3; facts 1.9. */
export class LoginStorage {
  readonly #store: KeyValueStore | undefined
  readonly #clock: Clock
  readonly #prefix: string
  /** What the browser does not store lives as long as the page. */
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

  /** In whole seconds. A clock that was set back makes nobody wait longer. */
  get cooldown(): number {
    const text = this.get('mailedAt')
    const at = Number(text)
    if (!text || !Number.isFinite(at)) return 0
    const now = this.#clock.now()
    if (at > now) this.set('mailedAt', String(now))
    return Math.max(0, Math.ceil((Math.min(at, now) + frameLimits.cooldown - now) / 1000))
  }

  /** The eip155 chains with smart accounts. */
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
  }

  /** Another login takes the place of the one before, whoever it was. */
  loggedInBy(social: SocialName, userName: string | null | undefined): void {
    this.set('email', undefined)
    this.set('social', social)
    this.set('userName', userName || undefined)
    this.set('used', 'true')
  }

  loggedInByEmail(): void {
    this.set('social', undefined)
    this.set('userName', undefined)
  }

  /** On disconnect, and where the frame says that nobody is logged in. Specification 2, section 4. */
  loggedOut(): void {
    for (const name of ['used', 'email', 'chain', 'userName', 'social', 'smartNetworks'] as const)
      this.set(name, undefined)
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
      if (!this.#store) throw new TypeError('There is no store')
      if (value === undefined) this.#store.remove(this.#prefix + names[name])
      else this.#store.set(this.#prefix + names[name], value)
      this.#here.delete(name)
    } catch {
      this.#here.set(name, value)
    }
  }
}
