import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** Shows a time in UTC, because operators and visitors live in different time zones. */
export function moment(date: Date): Html {
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

export function amount(count: number): string {
  return count.toLocaleString('en-GB')
}

/**
 * Returns a horizontal bar, as in a chart. The bar only illustrates a number, which the page shows next to the bar.
 * @param part From 0 to 1.
 */
export function bar(part: number): Html {
  const width = Math.max(0, Math.min(1, part)) * 100
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="100" height="8"/><rect class="part" width="${width.toFixed(2)}" height="8"/></svg>`
}

/** Returns the text that a page shows if it has no data: the reason and the next step. */
export function nothing(...sentences: readonly Html[]): Html {
  return html`<div class="empty">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
}
