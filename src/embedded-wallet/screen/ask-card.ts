import { element, icon } from './element.ts'

/** Returns a card with a question of the wallet itself. The buttons are below the text. */
export function askCard(
  about: readonly (Node | undefined)[],
  actions: HTMLElement,
  picture: Parameters<typeof icon>[0] = 'key',
): HTMLElement {
  const content = element(
    'div',
    { class: 'content middle' },
    element('span', { class: 'tile' }, icon(picture)),
    ...about,
  )
  return element('div', { class: 'card' }, content, element('div', { class: 'actions' }, actions))
}

/** Returns buttons below each other. */
export function stacked(...ways: readonly Node[]): HTMLElement {
  return element('div', { class: 'stack' }, ...ways)
}
