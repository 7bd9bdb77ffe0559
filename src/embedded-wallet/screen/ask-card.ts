import { element, icon } from './element.ts'

/** A question from the wallet itself: the reason, and the actions below it. */
export function askCard(about: readonly Node[], actions: HTMLElement): HTMLElement {
  const content = element(
    'div',
    { class: 'content middle' },
    element('span', { class: 'tile' }, icon('key')),
    ...about,
  )
  return element('div', { class: 'card' }, content, element('div', { class: 'actions' }, actions))
}

/** Actions stacked vertically. */
export function stacked(...ways: readonly Node[]): HTMLElement {
  return element('div', { class: 'stack' }, ...ways)
}
