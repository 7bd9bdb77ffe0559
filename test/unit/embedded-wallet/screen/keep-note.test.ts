// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { recoveryReminderIn } from '../../../../src/embedded-wallet/keys/recovery-reminder.ts'
import type { KeepParts } from '../../../../src/embedded-wallet/screen/keep.ts'
import { keepNote } from '../../../../src/embedded-wallet/screen/keep-note.ts'
import { memoryStore } from '../../../support/memory-share-store.ts'

it('the note beside a request saves only the share of the user whom it reminds', async () => {
  const asked: unknown[] = []
  const refusal = 'Another user has logged in.'
  const reminder = recoveryReminderIn(memoryStore(), manualClock().now)
  const keys = {
    async recovery(userId?: string) {
      asked.push(userId)
      throw new Error(refusal)
    },
  }
  const note = await keepNote({ keys, reminder } as unknown as KeepParts, { id: 'one', provider: 'email' })
  note?.querySelector('button')?.click()
  await expect.poll(() => note?.textContent, { message: 'the note shows the refusal' }).toContain(refusal)
  expect(asked).toEqual(['one'])
  await expect(reminder.due('one')).resolves.toBe(true)
})
