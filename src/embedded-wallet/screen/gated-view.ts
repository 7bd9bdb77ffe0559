import type { Clock } from '../../ports.ts'
import { element, icon } from './element.ts'
import type { GateState } from './gate.ts'
import { watchVisibility } from './watch.ts'
import { words } from './words.ts'

/** A card's content with a button that works only after the visitor has read the content. */
export interface GatedView {
  /** Call this when the card is on the screen. */
  begin(): void
  end(): void
}

interface GatedViewOptions {
  readonly clock: Clock
  /** The text that the visitor must read to its end. */
  readonly content: readonly (Node | undefined)[]
  /** The elements below the text. The visitor need not read them. */
  readonly beside: readonly (Node | undefined)[]
  /** The button that works only while the gate (`gate.ts`) is open. */
  readonly button: HTMLButtonElement
  readonly pressed: () => void
  /** The element with all buttons. */
  readonly buttons: HTMLElement
  /** Opens the request in the wallet's window. Undefined if the card is already in this window. */
  readonly openWindow?: (() => void) | undefined
}

/** Fills the card. Each view has its own gate, which starts at `begin`. */
export function gatedView(card: HTMLElement, options: GatedViewOptions): GatedView {
  const { clock, content, beside, button, pressed, buttons, openWindow } = options
  const status = element('p', { class: 'status', role: 'status' })
  const away = element(
    'button',
    { class: 'plain', type: 'button', hidden: true, click: () => openWindow?.() },
    icon('window'),
    words.openWindow,
  )
  /** The end of the text that must be read. */
  const last = element('div', { class: 'end' })
  card.replaceChildren(
    element(
      'div',
      // Keyboard users need the focus here to scroll.
      { class: 'content', tabindex: '0', role: 'region', 'aria-label': words.request },
      ...content,
      last,
      ...beside,
    ),
    element('div', { class: 'actions' }, status, away, buttons),
  )

  /** Whether a click was ignored because it came too early. */
  let uncounted = false
  const statusOf = ({ lacks, lasting }: GateState): string => {
    if (lacks && (lasting || lacks === 'knowledge' || lacks === 'reading')) return words.lacks[lacks]
    return uncounted ? words.uncounted : ''
  }
  const draw = (state: GateState) => {
    const { open, lacks, offersWindow } = state
    button.dataset.gate = open ? 'open' : lacks ? 'shut' : 'counting'
    button.setAttribute('aria-disabled', String(!open))
    away.hidden = !offersWindow || !openWindow
    const text = statusOf(state)
    // Screen readers announce each write to a status, so write only changes.
    if (status.textContent !== text) status.textContent = text
  }

  let over: ReturnType<typeof watchVisibility> | undefined
  button.addEventListener('click', (event) => {
    over?.check()
    // Count only clicks of the visitor. No page or script can fake `isTrusted`.
    if (!event.isTrusted || !over) return
    if (over.state.open) return pressed()
    uncounted = true
    // Restart the time, so that another click right after this click doesn't count either.
    over.disturb()
  })
  return {
    begin() {
      over = watchVisibility(card, last, window, clock, draw)
      draw(over.state)
    },
    end() {
      over?.stop()
      over = undefined
    },
  }
}
