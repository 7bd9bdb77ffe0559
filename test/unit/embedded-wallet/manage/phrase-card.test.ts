// @vitest-environment jsdom
import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { phraseCard } from '../../../../src/embedded-wallet/manage/phrase-card.ts'
import { manageWords as words } from '../../../../src/embedded-wallet/manage/words.ts'

describe('the card of the secret phrase', () => {
  // `visibilitychange` and `freeze` are events of the document, `pagehide` is an event of the window.
  it.each([
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
    ['freeze', () => document.dispatchEvent(new Event('freeze'))],
    ['pagehide', () => window.dispatchEvent(new Event('pagehide'))],
  ])('removes the words from the page on %s, each time they are shown', async (_, leave) => {
    const card = phraseCard({
      withPhrase: async (show) => show('one two three'),
      addresses: { eip155: '0x1', solana: '1' },
      clock: manualClock(),
      back: () => {},
    })
    document.body.replaceChildren(card)
    const reveal = [...card.querySelectorAll('button')].find((one) => one.textContent === words.reveal)!
    for (const time of ['first', 'second']) {
      reveal.click()
      await expect
        .poll(() => card.querySelectorAll('li').length, { message: `the words are shown the ${time} time` })
        .toBe(3)
      await expect.poll(() => reveal.disabled, { message: 'the button is ready again' }).toBe(false)
      leave()
      expect(card.textContent).not.toContain('two')
      expect(card.textContent).toContain(words.hidden)
    }
  })
})
