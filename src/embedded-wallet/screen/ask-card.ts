import { element, icon } from './element.ts'

/** What the wallet asks by itself: why, and the ways to answer one under the other. */
export function askCard(about: readonly Node[], actions: HTMLElement): HTMLElement {
  const content = element(
    'div',
    { class: 'content middle' },
    element('span', { class: 'tile' }, icon('key')),
    ...about,
  )
  return element('div', { class: 'card' }, content, element('div', { class: 'actions' }, actions))
}

/** Ways to answer, one under the other. */
export function stacked(...ways: readonly Node[]): HTMLElement {
  return element('div', { class: 'stack' }, ...ways)
}
