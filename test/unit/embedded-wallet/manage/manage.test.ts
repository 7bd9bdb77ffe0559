// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { type ManageParts, manage } from '../../../../src/embedded-wallet/manage/manage.ts'
import { manageWords as words } from '../../../../src/embedded-wallet/manage/words.ts'
import { stageIn } from '../../../../src/embedded-wallet/screen/stage.ts'

const minute = 60_000

/** Opens the page of a logged-in visitor, who enters a code to see the secret phrase. `setBack` sets the clock back. */
async function provenVisitor() {
  const clock = manualClock()
  let behind = 0
  const user = { id: 'one', email: 'visitor@example.com' }
  const parts = {
    clock: { ...clock, now: () => clock.now() - behind },
    service: {
      user: async () => user,
      devices: async () => [],
      passkeys: async () => [],
      beginLogin: async () => ({ login: 'login' }),
      enterCode: async () => {},
    },
    keys: {
      wallet: async () => ({ user, wallet: { addresses: { eip155: '0x1', solana: '1' } } }),
      held: async () => true,
      withPhrase: async (show: (phrase: string) => void) => show('one two three'),
    },
  } as unknown as ManageParts
  await manage(stageIn(document.body), parts)
  const ready = async (name: string) => {
    const button = () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)
    await expect.poll(() => button()?.disabled, { message: `${name} is shown` }).toBe(false)
    return button()
  }
  const click = async (name: string) => (await ready(name))?.click()
  await click(words.show)
  await click(words.mailCode)
  await click(words.next)
  await ready(words.reveal)
  return {
    clock,
    setBack: (ms: number) => {
      behind += ms
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
