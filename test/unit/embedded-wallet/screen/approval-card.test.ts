// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Approval } from '../../../../src/embedded-wallet/requests/approval.ts'
import { approvalCard } from '../../../../src/embedded-wallet/screen/approval-card.ts'
import type { Row } from '../../../../src/wallets/describe/described.ts'
import { caution, danger, type Effect, judged } from '../../../../src/wallets/describe/effect.ts'

const worst = 'Allow 0xbb to spend unlimited USDC'
const unlimited = danger('unlimited', worst)

beforeEach(() => {
  // Stubs for layout, focus and observers, which jsdom lacks. The card isn't in a frame, so all of it is in view.
  vi.stubGlobal('IntersectionObserverEntry', class {})
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void
      constructor(report: () => void) {
        this.#report = report
      }
      observe() {
        queueMicrotask(this.#report)
      }
      disconnect() {}
    },
  )
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 600))
  // The card accepts only trusted clicks, and jsdom's clicks aren't trusted. So this listener marks each
  // click as trusted.
  document.addEventListener('click', trust, true)
})
afterEach(() => {
  document.removeEventListener('click', trust, true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function trust(event: Event) {
  const [inner] = Object.getOwnPropertySymbols(event)
  Object.assign((event as unknown as Record<symbol, object>)[inner!]!, { isTrusted: true })
}

function shown(...effects: readonly Effect[]) {
  return shownWith({}, ...effects)
}

function shownWith(options: Partial<Parameters<typeof approvalCard>[1]>, ...effects: readonly Effect[]) {
  const clock = manualClock()
  const decided: boolean[] = []
  const approval: Approval = {
    ...{ origin: 'https://app.example', raw: '{}', network: 'Ethereum' },
    described: { title: 'sign typed data', rows: [], ...judged(effects) },
  }
  const view = approvalCard(approval, {
    clock,
    decided: (approved) => decided.push(approved),
    ...options,
  })
  document.body.replaceChildren(view.card)
  view.begin()
  const buttons = () => [...view.card.querySelectorAll<HTMLButtonElement>('.actions button:not([hidden])')]
  const press = (name: string) =>
    buttons()
      .find(({ textContent }) => textContent === name)!
      .click()
  const names = () => buttons().map(({ textContent }) => textContent)
  const text = () => view.card.querySelector('.content')!.textContent!
  return { clock, decided, view, press, names, text }
}

describe('a request that is not dangerous', () => {
  it('is approved with one button', async () => {
    const { clock, decided, press, names } = shown(caution('Send 5 USDC to a new address'))
    await clock.advance(500)
    expect(names()).toEqual(['Decline', 'Approve'])
    press('Approve')
    expect(decided).toEqual([true])
  })
})

describe('the card of a dangerous request', () => {
  it('needs a second button for the approval', async () => {
    const { clock, decided, press, names, text } = shown(caution('Pay a high fee'), unlimited)
    await clock.advance(500)
    expect(names()).toEqual(['Decline', 'Continue'])
    press('Continue')
    expect(decided).toEqual([])
    expect(names()).toEqual(['Approve anyway', 'Decline', 'Back'])
    expect(text()).toMatch(RegExp(`^${worst}`))
    expect(document.activeElement?.textContent).toBe('Approve anyway?')
    await clock.advance(500)
    press('Approve anyway')
    expect(decided).toEqual([true])
  })

  it('shows only the dangerous effects above the second button', async () => {
    const { clock, press, text } = shown(unlimited, caution('Pay a high fee'), danger('all', 'Give away all'))
    await clock.advance(500)
    press('Continue')
    expect(text()).toContain(`${worst}Give away all`)
    expect(text()).not.toContain('high fee')
  })

  it('ignores the second button for half a second after every click', async () => {
    const { clock, decided, press } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    press('Approve anyway')
    await clock.advance(499)
    press('Approve anyway')
    await clock.advance(499)
    press('Approve anyway')
    expect(decided).toEqual([])
    await clock.advance(500)
    press('Approve anyway')
    expect(decided).toEqual([true])
  })

  it('ignores the second button while the window lacks the focus', async () => {
    const { clock, decided, press } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    vi.mocked(document.hasFocus).mockReturnValue(false)
    window.dispatchEvent(new Event('blur'))
    await clock.advance(5000)
    press('Approve anyway')
    expect(decided).toEqual([])
  })

  it('ignores the second button for half a second after the card changes', async () => {
    const { clock, decided, press, view } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    await clock.advance(400)
    view.card.querySelector('.content p')!.setAttribute('data-changed', '')
    // The mutation observer reports the change during this wait.
    await clock.advance(400)
    press('Approve anyway')
    expect(decided).toEqual([])
    await clock.advance(500)
    press('Approve anyway')
    expect(decided).toEqual([true])
  })

  it('ignores the second click of a double click', async () => {
    const { clock, decided, press, names } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    // The second click lands on "Back", which is at the position of "Continue".
    expect(names().at(-1)).toBe('Back')
    press('Back')
    expect(decided).toEqual([])
    expect(names()).toContain('Approve anyway')
  })

  it('ignores Continue for half a second after a click on Back', async () => {
    const { clock, decided, press, names } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    await clock.advance(500)
    press('Back')
    expect(names()).toEqual(['Decline', 'Continue'])
    press('Continue')
    expect(names()).toEqual(['Decline', 'Continue'])
    await clock.advance(500)
    press('Continue')
    await clock.advance(500)
    press('Approve anyway')
    expect(decided).toEqual([true])
  })

  it.each([
    ['a click on Decline', (press: (name: string) => void) => press('Decline')],
    ['the Escape key', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ])('declines the request on %s, with and without the second button', async (_, act) => {
    for (const second of [false, true]) {
      const { clock, decided, press, view } = shown(unlimited)
      await clock.advance(500)
      if (second) press('Continue')
      act(press)
      expect(decided).toEqual([false])
      view.end()
    }
  })

  it('releases its listeners and timers when it ends', async () => {
    const { clock, decided, press, view } = shown(unlimited)
    await clock.advance(500)
    press('Continue')
    view.end()
    expect(clock.pending).toBe(0)
    press('Approve anyway')
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(decided).toEqual([])
  })
})

describe('the simulation of a request', () => {
  it('makes the card ignore Approve for half a second when it arrives', async () => {
    let answer: (rows: readonly Row[]) => void = () => {}
    const simulate = () =>
      new Promise<readonly Row[]>((resolve) => {
        answer = resolve
      })
    const { clock, decided, press, text } = shownWith({ simulate }, caution('Send 1 ETH to 0xbb'))
    expect(text()).toContain('Asking the network what will change…')
    await clock.advance(500)
    answer([['WARNING', 'The simulation reverts']])
    await expect.poll(text, { message: 'the rows are shown' }).toContain('The simulation reverts')
    expect(text()).not.toContain('Asking')
    press('Approve')
    expect(decided).toEqual([])
    await clock.advance(500)
    press('Approve')
    expect(decided).toEqual([true])
  })

  it('shows its warnings above the second button of a dangerous request', async () => {
    let answer: (rows: readonly Row[]) => void = () => {}
    const simulate = () =>
      new Promise<readonly Row[]>((resolve) => {
        answer = resolve
      })
    const { clock, decided, press, text } = shownWith({ simulate }, unlimited)
    await clock.advance(500)
    press('Continue')
    await clock.advance(500)
    answer([['WARNING', 'The simulation disagrees']])
    await expect.poll(text, { message: 'the warning is shown' }).toContain('The simulation disagrees')
    press('Approve anyway')
    expect(decided).toEqual([])
    await clock.advance(500)
    press('Approve anyway')
    expect(decided).toEqual([true])
  })

  it('is aborted when the card ends', () => {
    let asked: AbortSignal | undefined
    const { view } = shownWith(
      {
        simulate: (signal) => {
          asked = signal
          return new Promise(() => {})
        },
      },
      caution('Send 1 ETH to 0xbb'),
    )
    expect(asked?.aborted).toBe(false)
    view.end()
    expect(asked?.aborted).toBe(true)
  })
})
