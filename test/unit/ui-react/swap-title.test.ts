import { describe, expect, it } from 'vitest'
import type { SwapResult } from '../../../src/controllers/features/swap/swap.ts'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { titleOf } from '../../../src/ui-react/shell/titles.ts'

const english = createLanguage({ tag: 'en', locale: undefined, overrides: {} })
const bridge = { name: 'across' } as SwapResult['terms']['bridge']

/** Returns the title of the swap's last view. `arrival` is the phase of the second half of a swap between networks. */
function titleWith(
  result: Partial<SwapResult>,
  arrival?: NonNullable<SwapResult['arrival']>['phase'],
): string {
  const terms = (arrival ? { bridge } : {}) as SwapResult['terms']
  const swap = {
    ...{ phase: 'confirmed', short: false, hash: '0x', terms, ...result },
    arrival: arrival && { phase: arrival },
  } as SwapResult
  return titleOf(english, {
    ...{ view: 'SwapPreview', data: undefined, app: undefined, sending: false, refused: false },
    swap,
  })
}

describe('the title after a swap', () => {
  it('is Swapped once the tokens have arrived', () => {
    expect(titleWith({})).toBe('Swapped')
    expect(titleWith({}, 'arrived')).toBe('Swapped')
  })

  it.each(['pending', 'failed', 'replaced', 'unknown'] as const)('stays Swap in the phase %s', (phase) => {
    expect(titleWith({ phase })).toBe('Swap')
  })

  it('stays Swap if less than the minimum arrived', () => {
    expect(titleWith({ short: true })).toBe('Swap')
  })

  it.each(['pending', 'partial', 'refunded', 'failed', 'unknown'] as const)(
    'stays Swap if the second half of a swap between networks has the phase %s',
    (arrival) => {
      expect(titleWith({}, arrival)).toBe('Swap')
    },
  )
})
