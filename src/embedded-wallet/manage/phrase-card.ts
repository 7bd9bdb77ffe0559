import type { Clock } from '../../ports.ts'
import { element } from '../screen/element.ts'
import { pageCard } from './page-card.ts'
import { manageWords as words } from './words.ts'

/** How long the words are shown, in ms. */
const shownFor = 60_000

interface PhraseCardOptions {
  /**
   * Calls `show` with the words, or shows another card instead. Only this card has the words, and only while it shows them.
   */
  readonly withPhrase: (show: (phrase: string) => void) => Promise<void>
  readonly addresses: { readonly eip155: string; readonly solana: string }
  readonly clock: Clock
  readonly back: () => void
}

/** Shows the recovery words when the visitor asks for them. Hides them after a minute, or when the visitor leaves the page. */
export function phraseCard({ withPhrase, addresses, clock, back }: PhraseCardOptions): HTMLElement {
  const list = element('ol', { class: 'phrase', hidden: true })
  const status = element('p', { class: 'note', role: 'status' })
  let stop: (() => void) | undefined
  const hide = () => {
    stop?.()
    stop = undefined
    if (list.hidden) return
    list.replaceChildren()
    list.hidden = true
    status.textContent = words.hidden
  }
  const leaving = () => hide()
  const reveal = async () => {
    if (!list.hidden) return hide()
    let isShown = false
    await withPhrase((phrase) => {
      isShown = true
      list.replaceChildren(...phrase.split(' ').map((word) => element('li', {}, word)))
    })
    if (!isShown) return
    list.hidden = false
    status.textContent = ''
    // `pagehide` is an event of the window. The others are events of the document, which the window captures.
    for (const type of ['visibilitychange', 'pagehide', 'freeze'])
      window.addEventListener(type, leaving, { once: true, capture: true })
    stop = clock.after(shownFor, hide)
  }
  return pageCard({
    title: words.phrase,
    text: words.phraseText,
    body: [list, status, element('p', { class: 'note' }, words.paths(addresses.eip155, addresses.solana))],
    actions: [
      { label: words.reveal, kind: 'primary', act: reveal },
      { label: words.hide, act: hide },
      {
        label: words.back,
        act: () => {
          hide()
          back()
        },
      },
    ],
  })
}
