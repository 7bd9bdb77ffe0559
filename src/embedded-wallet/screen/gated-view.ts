import type { Clock } from '../../ports.ts'
import { element, icon } from './element.ts'
import type { GateState } from './gate.ts'
import { watchVisibility } from './watch.ts'
import { words } from './words.ts'

/** The content of a card, above a button that works only after the visitor has read it. */
export interface GatedView {
  /** Call once the card is on the screen. */
  begin(): void
  end(): void
}

interface GatedViewOptions {
  readonly clock: Clock
  /** The text to read to its end. */
  readonly content: readonly (Node | undefined)[]
  /** Elements below the text that the visitor doesn't have to read. */
  readonly beside: readonly (Node | undefined)[]
  /** The button that works only while the gate is open. */
  readonly button: HTMLButtonElement
  readonly pressed: () => void
  /** The row or stack with all buttons. */
  readonly buttons: HTMLElement
  /** Opens the request in a window. Absent in that window itself. */
  readonly openWindow?: (() => void) | undefined
}

/** Fills the card. Each view has its own gate, which starts when the view begins. */
export function gatedView(card: HTMLElement, options: GatedViewOptions): GatedView {
  const { clock, content, beside, button, pressed, buttons, openWindow } = options
  const status = element('p', { class: 'status', role: 'status' })
  const away = element(
    'button',
    { class: 'plain', type: 'button', hidden: true, click: () => openWindow?.() },
    icon('window'),
    words.openWindow,
  )
  /** Marks the end of what must be read. */
  const last = element('div', { class: 'end' })
  card.replaceChildren(
    element(
      'div',
      // Focusable, so that keyboard users can scroll it.
      { class: 'content', tabindex: '0', role: 'region', 'aria-label': words.request },
      ...content,
      last,
      ...beside,
    ),
    element('div', { class: 'actions' }, status, away, buttons),
  )

  /** Whether the card ignored a click because it came too early. */
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
    // Screen readers announce every write to a status.
    if (status.textContent !== text) status.textContent = text
  }

  let over: ReturnType<typeof watchVisibility> | undefined
  button.addEventListener('click', (event) => {
    over?.check()
    // Only a real click counts: no page or script can fake `isTrusted`.
    if (!event.isTrusted || !over) return
    if (over.state.open) return pressed()
    uncounted = true
    // Another click right after this one must not count either.
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
