// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { withResolvers } from '../../../../src/core/async/with-resolvers.ts'
import { recoveryReminderIn } from '../../../../src/embedded-wallet/keys/recovery-reminder.ts'
import { undoReplacementPage } from '../../../../src/embedded-wallet/manage/undo-replacement-page.ts'
import { manageWords as words } from '../../../../src/embedded-wallet/manage/words.ts'
import type { KeepParts } from '../../../../src/embedded-wallet/screen/keep.ts'
import { stageIn } from '../../../../src/embedded-wallet/screen/stage.ts'
import { memoryStore } from '../../../support/memory-share-store.ts'

/** Shows the page in a browser whose visitor has saved a recovery share. The visitor has a passkey. */
async function shown(outcome = 'came-back') {
  const used = withResolvers<void>()
  const left = withResolvers<void>()
  const reminder = recoveryReminderIn(memoryStore(), manualClock().now)
  await reminder.kept('one')
  const events: string[] = []
  const parts = {
    keys: {
      wallet: async () => ({ user: { id: 'one' } }),
      async undoReplacement() {
        events.push('undone')
        return outcome
      },
    },
    reminder,
    passkeys: {
      former: async () => [{ id: 'old' }],
      async formerShare() {
        await used.promise
        return { file: { share: new Uint8Array(1) }, passkey: { id: 'old' } }
      },
    },
  } as unknown as KeepParts
  const split = { version: 1, addresses: { eip155: '0x1', solana: '1' }, day: '2026-01-31' }
  const keep = async () => void events.push(`asked, due: ${await reminder.due('one')}`)
  await undoReplacementPage(stageIn(document.body), parts, split, keep, left.resolve)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
  return { button, events, reminder, use: used.resolve, left: left.promise }
}

it.each([
  ['is due again if the key was split again', 'split-anew', ['undone', 'asked, due: true'], true],
  ['stays off if the old recovery file works again', 'came-back', ['undone'], false],
])('after an undo, the reminder to save the recovery share %s', async (_, outcome, expected, due) => {
  const { button, events, reminder, use, left } = await shown(outcome)
  button(words.usePasskey).click()
  use()
  await left
  expect(events).toEqual(expected)
  await expect(reminder.due('one')).resolves.toBe(due)
})

it('a passkey that is used after the visitor has gone back undoes nothing', async () => {
  const { button, events, use, left } = await shown()
  const passkey = button(words.usePasskey)
  passkey.click()
  button(words.back).click()
  await left
  expect(passkey.disabled).toBe(true)
  use()
  await expect.poll(() => passkey.disabled, { message: 'the action of the passkey has ended' }).toBe(false)
  expect(events).toEqual([])
})
