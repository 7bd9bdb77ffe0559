// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withResolvers } from '../../../../src/core/async/with-resolvers.ts'
import { recoveryReminderIn } from '../../../../src/embedded-wallet/keys/recovery-reminder.ts'
import type { KeepParts } from '../../../../src/embedded-wallet/screen/keep.ts'
import { restoreKey } from '../../../../src/embedded-wallet/screen/restore-key.ts'
import { stageIn } from '../../../../src/embedded-wallet/screen/stage.ts'
import { memoryStore } from '../../../support/memory-share-store.ts'

const open = vi.fn()
beforeEach(() => {
  vi.stubGlobal('open', open)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 600))
})
afterEach(() => {
  open.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function shown({
  known = [] as unknown[],
  held = false,
  replaced = false,
  former = [] as unknown[],
} = {}) {
  const passkey = former.length > 0 ? { id: 'old', confirmKey: 'key' } : undefined
  const state = {
    ...{ known, held, outcome: 'came-back', undone: [] as unknown[], restored: 0 },
    /** The windows that were opened, as the signals that close them. `answer` ends the windows. */
    windows: [] as (AbortSignal | undefined)[],
    answer: Promise.resolve(),
  }
  const inWindow = (signal?: AbortSignal) => {
    state.windows.push(signal)
    return state.answer
  }
  const clock = manualClock()
  const reminder = recoveryReminderIn(memoryStore(), clock.now)
  const parts = {
    keys: {
      wallet: async () => ({ user: { id: 'one' } }),
      held: async () => state.held,
      restore: async () => void state.restored++,
      replaced: async () => (replaced ? { version: 1, day: '2026-01-31' } : undefined),
      undoReplacement: async (...given: unknown[]) => {
        state.undone.push(...given)
        return state.outcome
      },
    },
    reminder,
    passkeys: {
      known: async () => state.known,
      async share(_: unknown, signal?: AbortSignal) {
        await inWindow(signal)
        return { share: new Uint8Array(1) }
      },
      former: async () => former,
      async formerShare(copies: unknown, day: unknown, signal?: AbortSignal) {
        await inWindow(signal)
        return { file: { given: [copies, day], share: new Uint8Array(1) }, passkey }
      },
    },
  } as unknown as KeepParts
  const ended: string[] = []
  const leaving = new AbortController()
  const done = restoreKey(parts, stageIn(document.body), clock, leaving.signal).then(
    () => ended.push('restored'),
    () => ended.push('declined'),
  )
  await clock.advance(0)
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.actions button:not([hidden])')]
  const names = () => buttons().map(({ textContent }) => textContent)
  const press = (name: string) =>
    buttons()
      .find(({ textContent }) => textContent === name)!
      .click()
  const comeBack = () => clock.advance(2000)
  return { state, clock, reminder, names, press, comeBack, ended, done, leave: () => leaving.abort() }
}

describe('the card in the frame for a browser without the key', () => {
  beforeEach(() => vi.stubGlobal('parent', {}))

  it("accepts no recovery file, and links to the wallet's own page", async () => {
    const { names, press, leave, done } = await shown()
    expect(names()).toEqual(['Open the wallet', 'Decline'])
    expect(document.querySelector('input')).toBeNull()
    press('Open the wallet')
    expect(open.mock.calls.map(([url, ...rest]) => [new URL(url).pathname, ...rest])).toEqual([
      ['/dashboard', '_blank', 'noopener'],
    ])
    leave()
    await done
  })

  it('restores the key with a known passkey', async () => {
    const { names, press, ended, done } = await shown({ known: [{ id: 'p' }] })
    expect(names()).toEqual(['Use a passkey', 'Open the wallet', 'Decline'])
    expect(document.querySelector('input')).toBeNull()
    press('Use a passkey')
    await done
    expect(ended).toEqual(['restored'])
  })

  it('restores the parts of the key that were replaced', async () => {
    const { names, press, ended, done, state } = await shown({
      replaced: true,
      former: [{ id: 'old' }],
    })
    expect(names()).toEqual(['Undo the replacement', 'Open the wallet', 'Decline'])
    expect(document.body.textContent).toContain('were replaced on 2026-01-31')
    press('Undo the replacement')
    await done
    expect(ended).toEqual(['restored'])
    expect(state.undone).toMatchObject([
      { given: [[{ id: 'old' }], '2026-01-31'] },
      { id: 'old', confirmKey: 'key' },
    ])
  })

  it.each([
    ['a new part of the key', 'if the key was split again', 'split-anew', 'the key was split again'],
    ['a new passkey', 'if the old parts of the key work again', 'came-back', 'Add a passkey now'],
  ])('asks the visitor to save %s %s', async (_, __, outcome, text) => {
    const { names, press, clock, ended, done, state } = await shown({ replaced: true })
    state.outcome = outcome
    expect(document.querySelector('input')).toBeNull()
    press('Undo the replacement')
    await expect
      .poll(() => clock.advance(0).then(() => document.body.textContent), {
        message: 'the card asks to save a part',
      })
      .toContain(text)
    expect(ended).toEqual([])
    press(names().at(-1)!)
    await done
    expect(ended).toEqual(['restored'])
  })

  it.each([
    ['reminds the visitor a day after "Later" if the key was split again', 'split-anew', true],
    ['reminds the visitor of nothing if the old recovery file works again', 'came-back', false],
  ])('%s', async (_, outcome, due) => {
    const { names, press, clock, reminder, done, state } = await shown({ replaced: true })
    await reminder.kept('one')
    state.outcome = outcome
    press('Undo the replacement')
    await expect
      .poll(() => clock.advance(0).then(names), { message: 'the card asks to save a part' })
      .toContain('Later')
    press('Later')
    await done
    await expect(reminder.due('one')).resolves.toBe(false)
    await clock.advance(86_400_000)
    await expect(reminder.due('one')).resolves.toBe(due)
  })

  describe.each(['Undo the replacement', 'Use a passkey'])('after a press of "%s"', (button) => {
    async function asked() {
      const given = await shown({ known: [{ id: 'p' }], replaced: true, former: [{ id: 'old' }] })
      const { promise, resolve, reject } = withResolvers<void>()
      given.state.answer = promise
      given.press(button)
      return { ...given, answer: resolve, fail: () => reject(new Error('The window was closed.')) }
    }

    it('changes nothing if the visitor declines, and closes the window', async () => {
      const { state, clock, press, done, ended, answer } = await asked()
      press('Decline')
      await done
      const closed = state.windows.map((signal) => signal?.aborted)
      answer()
      await clock.advance(0)
      expect({ ...state, ended }).toMatchObject({ undone: [], restored: 0, ended: ['declined'] })
      expect(closed).toEqual([true])
    })

    it('opens no second window', async () => {
      const { state, press, done, ended, answer } = await asked()
      press(button)
      expect(state.windows).toHaveLength(1)
      answer()
      await done
      expect(ended).toEqual(['restored'])
    })

    it('opens a new window after the first window has failed', async () => {
      const { state, press, done, ended, fail } = await asked()
      fail()
      await expect
        .poll(() => document.querySelector('.fault')?.textContent, { message: 'the card shows the failure' })
        .toBe('The window was closed.')
      state.answer = Promise.resolve()
      press(button)
      await done
      expect(ended).toEqual(['restored'])
    })
  })

  it("offers a passkey that the visitor has created on the wallet's own page", async () => {
    const { state, names, press, comeBack, leave, done } = await shown()
    press('Open the wallet')
    await comeBack()
    expect(names()).toEqual(['Open the wallet', 'Decline'])
    state.known = [{ id: 'new' }]
    await comeBack()
    expect(names()).toEqual(['Use a passkey', 'Open the wallet', 'Decline'])
    leave()
    await done
  })

  it("ends when the wallet's own page has restored the key", async () => {
    const { state, press, comeBack, ended, done } = await shown()
    press('Open the wallet')
    state.held = true
    await comeBack()
    await done
    expect(ended).toEqual(['restored'])
  })

  it('ignores a key that arrives after the visitor has declined', async () => {
    const { state, clock, press, comeBack, ended, done } = await shown()
    press('Open the wallet')
    press('Decline')
    await done
    state.held = true
    await comeBack()
    expect(ended).toEqual(['declined'])
    expect(clock.pending).toBe(0)
  })
})

it("the wallet's own page accepts the recovery file", async () => {
  const { names, leave, done } = await shown({ known: [{ id: 'p' }] })
  expect(document.querySelector('input[type=file]')).not.toBeNull()
  expect(names()).toEqual(['Use a passkey', 'Decline'])
  leave()
  await done
})
