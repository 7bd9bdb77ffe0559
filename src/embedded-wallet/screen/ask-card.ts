import { element, icon } from './element.ts'

/** Returns a card with a question from the wallet itself: the reason, and the actions below it. */
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

/** Actions stacked vertically. */
export function stacked(...ways: readonly Node[]): HTMLElement {
  return element('div', { class: 'stack' }, ...ways)
}
