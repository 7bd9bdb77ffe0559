import { describe, expect, it } from 'vitest'
import { faultSwitches } from '../../../src/devtools/faults.ts'
import { journalOf } from '../../../src/devtools/journal.ts'

describe('the journal of the devtools', () => {
  it('records the start and the outcome of each call, and hides secrets', () => {
    let now = 1_000
    const journal = journalOf(() => now)
    const end = journal.begin('wallet', 'personal_sign', { password: 'hunter2' })
    expect(journal.store.getSnapshot()).toEqual([
      {
        id: 1,
        kind: 'wallet',
        at: 1_000,
        title: 'personal_sign',
        outcome: 'running',
        detail: { password: '•••' },
      },
    ])
    now = 1_250
    end('failed', { error: new Error('no') })
    expect(journal.store.getSnapshot()).toMatchObject([
      { outcome: 'failed', ms: 250, detail: { password: '•••', error: { message: 'no' } } },
    ])
  })

  it('keeps the newest 200 entries of each kind, and clears each kind separately', () => {
    const journal = journalOf(() => 0)
    journal.note('wallet', 'first', {})
    for (let count = 0; count < 250; count++) journal.note('event', `${count}`, {})
    const titles = (kind: string) =>
      journal.store
        .getSnapshot()
        .filter((one) => one.kind === kind)
        .map(({ title }) => title)
    expect(titles('event')).toHaveLength(200)
    expect([titles('event')[0], titles('event').at(-1), titles('wallet')]).toEqual(['50', '249', ['first']])
    journal.clear('event')
    expect(journal.store.getSnapshot()).toHaveLength(1)
  })
})

describe('the fault settings of the devtools', () => {
  it('are stored for this tab, and invalid stored settings are ignored', () => {
    const kept = new Map<string, string>()
    const area = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
    }
    const faults = faultSwitches(area)
    faults.set('slow', true)
    faults.set('slow', true)
    faults.set('wallet-rejects', true)
    expect(faultSwitches(area).store.getSnapshot()).toEqual(['slow', 'wallet-rejects'])
    faults.set('slow', false)
    expect([faults.isOn('slow'), faultSwitches(area).isOn('wallet-rejects')]).toEqual([false, true])
    faults.clear()
    expect(faultSwitches(area).store.getSnapshot()).toEqual([])
    kept.set('latchkey.devtools.faults', 'nonsense slow')
    expect(faultSwitches(area).store.getSnapshot()).toEqual(['slow'])
  })

  it('work in a tab without storage', () => {
    const broken = {
      get: () => {
        throw new Error('blocked')
      },
      set: () => {
        throw new Error('blocked')
      },
    }
    for (const area of [undefined, broken]) {
      const faults = faultSwitches(area)
      faults.set('slow', true)
      expect(faults.isOn('slow')).toBe(true)
    }
  })
})
