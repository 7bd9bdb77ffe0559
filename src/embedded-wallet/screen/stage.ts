import { element } from './element.ts'
import { words } from './words.ts'

/** What the frame shows: one thing at a time. */
export interface Stage {
  /** Puts a card into the window, in the place of what was there. */
  show(card: HTMLElement): void
  clear(): void
  /** Shows that something is being prepared or signed, while nothing else is shown. */
  during<T>(run: () => Promise<T>): Promise<T>
}

export function stageIn(room: HTMLElement): Stage {
  let works = 0
  let shown: HTMLElement | undefined
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

/** The size and the places of what comes. */
function waiting(): HTMLElement {
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

/** A sentence or two, and nothing to do. */
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
