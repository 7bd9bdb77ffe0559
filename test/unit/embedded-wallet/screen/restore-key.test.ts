// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeepParts } from '../../../../src/embedded-wallet/screen/keep.ts'
import { restoreKey } from '../../../../src/embedded-wallet/screen/restore-key.ts'
import { stageIn } from '../../../../src/embedded-wallet/screen/stage.ts'

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
  const state = { known, held, outcome: 'came-back', undone: [] as unknown[] }
  const clock = manualClock()
  const parts = {
    keys: {
      wallet: async () => ({ user: { id: 'one' } }),
      held: async () => state.held,
      restore: async () => {},
      replaced: async () => (replaced ? { version: 1, day: '2026-01-31' } : undefined),
      undoReplacement: async (...given: unknown[]) => {
        state.undone.push(...given)
        return state.outcome
      },
    },
    reminder: { kept: async () => {}, putOff: async () => {} },
    passkeys: {
      known: async () => state.known,
      share: async () => ({ share: new Uint8Array(1) }),
      former: async () => former,
      formerShare: async (...given: unknown[]) => ({
        file: { given, share: new Uint8Array(1) },
        passkey,
      }),
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
  return { state, clock, names, press, comeBack, ended, done, leave: () => leaving.abort() }
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
