import { element } from './element.ts'
import { words } from './words.ts'

/** The content of the frame. It shows one card at a time. */
export interface Stage {
  /** Shows a card instead of the current card. */
  show(card: HTMLElement): void
  clear(): void
  /**
   * Calls `run` after all earlier calls of `inTurn` have ended, because a card must not replace a card that the visitor hasn't
   * answered.
   */
  inTurn<T>(run: () => Promise<T>): Promise<T>
  /** Shows that the wallet is busy until `run` ends, unless a card is shown. */
  during<T>(run: () => Promise<T>): Promise<T>
}

export function stageIn(room: HTMLElement): Stage {
  let works = 0
  let shown: HTMLElement | undefined
  let last: Promise<unknown> = Promise.resolve()
  const draw = () => room.replaceChildren(shown ?? (works > 0 ? waiting() : quiet(words.idle)))
  draw()
  return {
    show(card) {
      shown = card
      draw()
    },
    clear() {
      shown = undefined
      draw()
    },
    inTurn(run) {
      const mine = last.then(run)
      last = mine.catch(() => {})
      return mine
    },
    async during(run) {
      works++
      if (!shown) draw()
      try {
        return await run()
      } finally {
        works--
        if (!shown) draw()
      }
    },
  }
}

/** Returns a placeholder with the size of the next card. */
export function waiting(): HTMLElement {
  const bar = (kind: string) => element('div', { class: `skeleton ${kind}` })
  return element(
    'div',
    { class: 'card', 'aria-busy': 'true' },
    element(
      'div',
      { class: 'content' },
      element('h1', { class: 'unseen' }, words.preparing),
      bar('asker-bar'),
      bar('title-bar'),
      bar('block-bar'),
    ),
  )
}

/** Returns a card with a message and no buttons. */
export function quiet(title: string, text?: string): HTMLElement {
  return element(
    'div',
    { class: 'card quiet-card' },
    element(
      'div',
      { class: 'content' },
      element('h1', {}, title),
      text === undefined ? undefined : element('p', { class: 'quiet' }, text),
    ),
  )
}
