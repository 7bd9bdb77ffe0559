import type { Clock } from '../../../ports.ts'
import type { Approval } from '../../requests/approval.ts'
import { askCard, stacked } from '../ask-card.ts'
import { element, icon } from '../element.ts'
import { capital, visible } from '../readable.ts'
import type { Settling } from '../settle.ts'
import { words } from '../words.ts'
import { WindowBlocked } from './window-blocked.ts'
import type { OpenedWindow } from './window-talk.ts'

/** How long the visitor can try again if no window opens, in ms. After this time, the request fails. */
const blockedFor = 10_000

interface ReviewCardOptions {
  readonly clock: Clock
  readonly approval: Pick<Approval, 'origin' | 'described'>
  /** Opens the wallet's window within the click. Returns undefined if the browser doesn't open a window. */
  readonly open: (ends: { decided(approved: boolean): void; cutOff(): void }) => OpenedWindow | undefined
  readonly decided: (outcome: boolean | Error) => void
  /** An element below the text, such as a note. */
  readonly beside?: HTMLElement | undefined
}

interface ReviewCard extends Settling {
  /** Opens the window or brings it to the front. Call this within a click, because browsers open windows only then. */
  act(): void
}

/**
 * Returns a card for a request in the frame. The page can disguise the frame's content, so nothing on this card approves the
 * request. The card's button opens the wallet's own window, which shows the request and asks for the decision.
 */
export function reviewCard({ clock, approval, open, decided, beside }: ReviewCardOptions): ReviewCard {
  const heading = element('h1', { tabindex: '-1' }, visible(capital(approval.described.title)))
  const text = element('p', { class: 'quiet' })
  const fault = element('div', { class: 'causes', role: 'alert' })
  const label = element('span', {})
  const review = element('button', { class: 'primary', type: 'button' }, icon('window'), label)
  const decline = element(
    'button',
    { class: 'secondary', type: 'button', click: () => decided(false) },
    words.decline,
  )
  let opened: OpenedWindow | undefined
  let giveUp = () => {}

  const draw = (isOpen: boolean) => {
    text.textContent = isOpen ? words.reviewingText : words.reviewText
    label.textContent = isOpen ? words.showWindow : words.review(location.host)
  }
  const blocked = () => {
    opened = undefined
    draw(false)
    fault.replaceChildren(
      element('strong', {}, words.blockedTitle),
      element('p', {}, words.blockedText),
      element('p', { class: 'note' }, words.blockedCauses),
    )
    text.hidden = true
    if (beside) beside.hidden = true
    giveUp()
    giveUp = clock.after(blockedFor, () => decided(new WindowBlocked(words.blockedEnd)))
  }
  const act = () => {
    if (opened) return opened.focus()
    giveUp()
    fault.replaceChildren()
    text.hidden = false
    if (beside) beside.hidden = false
    opened = open({ decided, cutOff: blocked })
    if (opened) draw(true)
    else blocked()
  }
  review.addEventListener('click', act)
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') decided(false)
  }
  draw(false)
  return {
    act,
    card: askCard(
      [heading, element('p', { class: 'from' }, words.from(visible(approval.origin))), text, fault, beside],
      stacked(review, decline),
      'globe',
    ),
    begin() {
      document.addEventListener('keydown', onKey)
      heading.focus({ preventScroll: true })
    },
    end() {
      document.removeEventListener('keydown', onKey)
      giveUp()
      opened?.close()
    },
  }
}
