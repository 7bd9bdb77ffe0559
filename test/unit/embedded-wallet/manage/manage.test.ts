// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { type ManageParts, manage } from '../../../../src/embedded-wallet/manage/manage.ts'
import { manageWords as words } from '../../../../src/embedded-wallet/manage/words.ts'
import { stageIn } from '../../../../src/embedded-wallet/screen/stage.ts'
import { words as walletWords } from '../../../../src/embedded-wallet/screen/words.ts'
import { LoggedOut } from '../../../../src/embedded-wallet/service/session.ts'

const minute = 60_000

interface User {
  readonly id: string
  readonly email?: string
}

const one: User = { id: 'one', email: 'visitor@example.com' }
const two: User = { id: 'two', email: 'other@example.com' }

/** Opens the page of a logged-in visitor. `setBack` sets the clock back. */
async function visitor(first = one) {
  const clock = manualClock()
  let behind = 0
  let user: User | undefined = first
  /** The user whom the mailed code logs in. */
  let coded = first
  const events: string[] = []
  const parts = {
    clock: { ...clock, now: () => clock.now() - behind },
    service: {
      async user() {
        if (!user) throw new LoggedOut()
        return user
      },
      devices: async () => [],
      passkeys: async () => [],
      async beginLogin(email: string) {
        events.push(`mailed ${email}`)
        return { login: 'login', action: 'VERIFY_OTP' }
      },
      async enterCode() {
        user = coded
        return { user }
      },
      async signOut() {
        user = undefined
      },
    },
    keys: {
      wallet: async () => ({ user, wallet: { addresses: { eip155: '0x1', solana: '1' } } }),
      held: async () => true,
      withPhrase: async (show: (phrase: string, userId: string) => void) =>
        show('one two three', String(user?.id)),
      async recovery(userId?: string) {
        events.push(`saved for ${userId}`)
        throw new Error('The test saves no file.')
      },
      async replaceRecovery() {
        events.push(`replaced for ${user?.id}`)
        throw new Error('The test saves no file.')
      },
    },
    passkeys: {
      known: async () => [],
      async make({ id }: User) {
        events.push(`passkey for ${id}`)
        throw new Error('The test creates no passkey.')
      },
    },
    reminder: { putOff: async () => {} },
  } as unknown as ManageParts
  // jsdom has no layout. The page closes its questions if it isn't shown.
  document.body.getBoundingClientRect = () => ({ width: 300 }) as DOMRect
  await manage(stageIn(document.body), parts)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const ready = async (name: string) => {
    await expect.poll(() => button(name)?.disabled, { message: `${name} is shown` }).toBe(false)
    return button(name)
  }
  const click = async (name: string) => (await ready(name))?.click()
  return {
    clock,
    events,
    click,
    ready,
    title: () => document.querySelector('h1')?.textContent,
    setBack: (ms: number) => {
      behind += ms
    },
    /** Another tab logs this user in. */
    logInElsewhere: (other: User) => {
      user = other
    },
    /** From now on, the mailed code logs this user in. */
    setCoded: (other: User) => {
      coded = other
    },
    /** Asks for the words. Resolves with whether the page shows them, or with false if it asks for a new code. */
    async showsWords() {
      await click(words.reveal)
      const isShown = () => document.querySelectorAll('li').length > 0
      const asksForCode = () => document.body.textContent?.includes(words.mailCode)
      await expect
        .poll(() => isShown() || asksForCode(), { message: 'the page shows the words or asks for a code' })
        .toBe(true)
      return isShown()
    },
  }
}

/** Opens the page of a logged-in visitor, who enters a code to see the secret phrase. */
async function provenVisitor() {
  const page = await visitor()
  await page.click(words.show)
  await page.click(words.mailCode)
  await page.click(words.next)
  await page.ready(words.reveal)
  return page
}

it('a code counts for five minutes', async () => {
  const { clock, showsWords } = await provenVisitor()
  await clock.advance(4 * minute)
  await expect(showsWords()).resolves.toBe(true)
  await clock.advance(minute + 1)
  await expect(showsWords()).resolves.toBe(false)
})

it('a code counts for no longer if the clock is set back', async () => {
  const { clock, setBack, showsWords } = await provenVisitor()
  await clock.advance(4 * minute)
  setBack(3 * minute)
  await clock.advance(2 * minute)
  await expect(showsWords()).resolves.toBe(false)
})

it('a code no longer counts if the clock is set back to a time before the code', async () => {
  const { setBack, showsWords } = await provenVisitor()
  setBack(60 * minute)
  await expect(showsWords()).resolves.toBe(false)
})

it('a code no longer counts if the clock is set back after the computer slept', async () => {
  const { clock, setBack, showsWords } = await provenVisitor()
  await clock.advance(minute)
  // The computer sleeps for an hour, and its timers sleep too.
  setBack(-60 * minute)
  await clock.advance(1000)
  setBack(60 * minute)
  await expect(showsWords()).resolves.toBe(false)
})

describe('a backup', () => {
  // With the recovery file or a passkey, this browser shows the secret phrase without a code.
  it.each([
    ['saved in a file', words.keep, walletWords.keepButton, 'saved for one'],
    ['saved with a passkey', words.keep, walletWords.passkeyButton, 'passkey for one'],
    ['replaced', words.replace, words.replaceButton, 'replaced for one'],
  ])('can be %s only after a code, for five minutes', async (_, action, save, done) => {
    const { clock, setBack, click, ready, events } = await visitor()
    await click(action)
    await click(words.mailCode)
    await click(words.next)
    await ready(save)
    expect(events).toEqual([`mailed ${one.email}`])
    setBack(-5 * minute)
    await clock.advance(1000)
    await click(save)
    await ready(words.mailCode)
    expect(events).toEqual([`mailed ${one.email}`])
    await click(words.mailCode)
    await click(words.next)
    if (action === words.keep) await click(save)
    await expect
      .poll(() => events, { message: 'the page saves or replaces the backup' })
      .toEqual([`mailed ${one.email}`, `mailed ${one.email}`, done])
  })

  it('is saved only for the user whom the card asked', async () => {
    const { click, logInElsewhere, ready, events } = await visitor({ id: 'social' })
    await click(words.keep)
    await ready(walletWords.keepButton)
    logInElsewhere(two)
    await click(walletWords.keepButton)
    await expect.poll(() => events, { message: 'the page asks for the file' }).toEqual(['saved for social'])
  })

  it('needs no code if the account has no email address', async () => {
    const { click, ready, events } = await visitor({ id: 'social' })
    await click(words.keep)
    await ready(walletWords.keepButton)
    expect(events).toEqual([])
  })
})

it('the secret phrase needs an email address', async () => {
  const { click, ready, title, events } = await visitor({ id: 'social' })
  await click(words.show)
  await ready(words.back)
  expect([title(), document.body.textContent?.includes(words.noEmail)]).toEqual([words.again, true])
  expect(events).toEqual([])
})

describe('if another tab has logged in another user', () => {
  it('the words of the other user are not shown', async () => {
    const { click, logInElsewhere, ready } = await provenVisitor()
    logInElsewhere(two)
    await click(words.reveal)
    await ready(words.logOut)
    expect(document.body.textContent).toContain(two.email)
    await click(words.show)
    await ready(words.mailCode)
  })

  it.each([
    ['the address', { ...one, email: 'new@example.com' }],
    ['the user', two],
  ])('no code is mailed, and the page shows %s', async (_, other) => {
    const { click, logInElsewhere, events } = await visitor()
    logInElsewhere(other)
    await click(words.show)
    await click(words.mailCode)
    await expect
      .poll(() => document.body.textContent, { message: 'the page shows the user who is logged in' })
      .toContain(other.email)
    expect(events).toEqual([])
  })

  it('the code of the first user does not count', async () => {
    const { click, logInElsewhere, ready, events } = await provenVisitor()
    logInElsewhere(two)
    await click(words.back)
    await ready(words.logOut)
    expect(document.body.textContent).toContain(two.email)
    await click(words.show)
    await ready(words.mailCode)
    expect(events).toEqual([`mailed ${one.email}`])
  })

  it("the other user's key is not replaced", async () => {
    const { click, logInElsewhere, ready, events } = await provenVisitor()
    await click(words.back)
    await click(words.replace)
    await ready(words.replaceButton)
    logInElsewhere(two)
    await click(words.replaceButton)
    await ready(words.logOut)
    expect(events).toEqual([`mailed ${one.email}`])
  })
})

it('a code that logs in another user shows no secret phrase, and the page logs out', async () => {
  const { click, setCoded, ready, title } = await visitor()
  await click(words.show)
  await click(words.mailCode)
  setCoded(two)
  await click(words.next)
  await ready(words.alone)
  expect(title()).toBe(words.logIn)
})
