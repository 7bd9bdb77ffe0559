import { describe, expect, it } from 'vitest'
import type { EmailUpdateStarted, ServiceUser } from '../../../src/core/wallet/wallet-service.ts'
import { emailLogin, type LoginScreens } from '../../../src/embedded-wallet/login.ts'
import { describeEmailChange } from '../../../src/embedded-wallet/requests/describe-email-change.ts'
import type { CodeQuestion } from '../../../src/embedded-wallet/screen/code-card.ts'
import { Refusal } from '../../../src/embedded-wallet/service/refusal.ts'
import type { WalletService } from '../../../src/embedded-wallet/service/service.ts'
import { LoggedOut } from '../../../src/embedded-wallet/service/session.ts'

const site = 'https://app.example'

/** Returns a service that records its calls, and a visitor who answers each question. */
function world(user: Partial<ServiceUser> | undefined, parts: Partial<WalletService> = {}) {
  const calls: string[] = []
  const asked: string[] = []
  const called = (what: string) => async () => void calls.push(what)
  const service = {
    async user() {
      if (!user) throw new LoggedOut()
      return { id: 'u1', provider: 'email', ...user }
    },
    async beginLogin(email: string) {
      calls.push(`begin ${email}`)
      return { login: `login ${calls.length}`, action: 'VERIFY_OTP' }
    },
    enterCode: (login: string, code: string) => called(`enter ${login} ${code}`)(),
    confirmEmail: (step: string, code: string) => called(`${step} ${code}`)(),
    async updateEmail(email: string, from: string): Promise<EmailUpdateStarted> {
      calls.push(`update ${email} on ${from}`)
      return { action: user?.email === undefined ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP' }
    },
    ...parts,
  } as unknown as WalletService
  const leaving = new AbortController()
  /** Aborts when the card closes. */
  const closed = new AbortController()
  const screens: LoginScreens = {
    leaving: () => leaving.signal,
    async code(question: CodeQuestion) {
      asked.push(question.title)
      await question.before?.done(new AbortController().signal)
      await question.check('123456', closed.signal)
      // A card that the visitor has canceled rejects, whatever the check does.
      closed.signal.throwIfAborted()
    },
    loggedIn: () => void calls.push('logged in'),
    async approve(change) {
      const described = describeEmailChange(change)
      asked.push(described.title, ...described.rows.flat())
    },
  }
  return { calls, asked, screens, leaving, closed, login: (own = screens) => emailLogin(service, site, own) }
}

describe('a login by email', () => {
  it('connects the wallet after the visitor enters the code', async () => {
    const w = world(undefined)
    await expect(w.login().begin('ann@example.org')).resolves.toEqual({ action: 'CONNECT' })
    expect(w.asked).toEqual(['Enter the code'])
    expect(w.calls).toEqual(['begin ann@example.org', 'enter login 1 123456', 'logged in'])
  })

  it('counts as a new login if it replaces the login of another address', async () => {
    const w = world({ email: 'bo@example.org' })
    await w.login().begin('ann@example.org')
    expect(w.calls).toEqual(['begin ann@example.org', 'enter login 1 123456', 'logged in'])
  })

  it.each(['logs out', 'cancels'])('is undone if the visitor %s while the code is checked', async (what) => {
    const w = world(undefined, {
      async enterCode() {
        if (what === 'cancels') w.closed.abort()
        else w.leaving.abort()
        return {} as never
      },
      async signOut() {
        w.calls.push('sign out')
      },
    })
    await expect(w.login().begin('ann@example.org')).rejects.toThrow('aborted')
    expect(w.calls).toEqual(['begin ann@example.org', 'sign out'])
  })

  it('asks for nothing if the visitor is already logged in with the same address', async () => {
    const w = world({ email: 'Ann@example.org' })
    await expect(w.login().begin('ann@example.org')).resolves.toEqual({ action: 'CONNECT' })
    expect([w.asked, w.calls]).toEqual([[], []])
  })

  it('waits on a new device until the visitor has used the mailed link', async () => {
    let turns = 0
    const w = world(undefined, {
      beginLogin: async () => ({ login: 'l', action: 'VERIFY_DEVICE' }),
      awaitDevice: async () => ({ approved: ++turns === 3 }),
    })
    await w.login().begin('ann@example.org')
    expect(turns).toBe(3)
    expect(w.calls).toEqual(['enter l 123456', 'logged in'])
  })

  it('checks the code against the latest mail if the visitor asked for a second mail', async () => {
    const w = world(undefined)
    const again: LoginScreens = {
      ...w.screens,
      async code(question) {
        await question.resend?.()
        await question.check('123456', new AbortController().signal)
      },
    }
    await w.login(again).begin('ann@example.org')
    expect(w.calls).toContain('enter login 2 123456')
  })
})

describe('the question whether the visitor is logged in', () => {
  it.each([
    ['no if the service says that the login has ended', new LoggedOut(), false],
    ['yes if the service fails', new Refusal(503, 'service/failed', 'The database is down.'), true],
    ["yes if the device's clock is wrong", new Refusal(401, 'device/wrong-time', 'Set your clock.'), true],
    ["yes if the service can't be reached", new TypeError('fetch failed'), true],
  ])('is answered with %s', async (_, failure, isConnected) => {
    const w = world({}, { user: () => Promise.reject(failure) })
    await expect(w.login().isConnected()).resolves.toBe(isConnected)
  })
})

describe('a change of the email address', () => {
  it('needs an approval first, and then a code from each address', async () => {
    const w = world({ email: 'old@example.org' })
    await expect(w.login().updateEmail('new@example.org')).resolves.toEqual({
      action: 'VERIFY_SECONDARY_OTP',
      newEmail: 'new@example.org',
    })
    expect(w.asked).toEqual([
      ...['change your email address', 'From', 'old@example.org', 'To', 'new@example.org'],
      ...['Confirm your current email', 'Confirm your new email'],
    ])
    expect(w.calls).toEqual([`update new@example.org on ${site}`, 'primary 123456', 'secondary 123456'])
  })

  it('changes nothing and sends no mail if the visitor declines', async () => {
    const w = world({ email: 'old@example.org' })
    const declining = { ...w.screens, approve: () => Promise.reject(new Error('declined')) }
    await expect(w.login(declining).updateEmail('new@example.org')).rejects.toThrow('declined')
    expect(w.calls).toEqual([])
  })

  it('asks the visitor to log in again first if the last login is too old', async () => {
    let turns = 0
    const w = world(
      { email: 'old@example.org' },
      {
        async updateEmail() {
          if (turns++ === 0) throw new Refusal(403, 'login/not-fresh', 'Log in again.')
          return { action: 'VERIFY_PRIMARY_OTP' }
        },
      },
    )
    await w.login().updateEmail('new@example.org')
    expect(w.asked.slice(5)).toEqual([
      'Enter the code',
      'Confirm your current email',
      'Confirm your new email',
    ])
    expect(w.calls.slice(0, 2)).toEqual(['begin old@example.org', 'enter login 1 123456'])
  })

  it('stays logged in if the visitor cancels while the code of the new login is checked', async () => {
    const w = world(
      { email: 'old@example.org' },
      {
        updateEmail: () => Promise.reject(new Refusal(403, 'login/not-fresh', 'Log in again.')),
        async enterCode() {
          w.closed.abort()
          return {} as never
        },
      },
    )
    await expect(w.login().updateEmail('new@example.org')).rejects.toThrow('aborted')
    expect(w.calls).toEqual(['begin old@example.org'])
  })

  it('is refused with the reason if the account has no address and the login is too old', async () => {
    const w = world(
      { provider: 'google' },
      { updateEmail: () => Promise.reject(new Refusal(403, 'login/not-fresh', 'Log in again.')) },
    )
    await expect(w.login().updateEmail('new@example.org')).rejects.toThrow('Log in again.')
  })
})
