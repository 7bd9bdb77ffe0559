/**
 * Runs in the page. Returns the modal's texts that are cut off, and the rows that are wider than the card. Ignores names and
 * amounts, which can have any length.
 */
export function cutWords(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const all = (selector: string) => [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const cut = all('h1,.note:not(.amount),.tag,.tabs button,.primary,.secondary,.plain').filter(
    (one) => one.scrollWidth > one.clientWidth + 1,
  )
  const beyond = all('.row').filter((row) => {
    const card = row.closest('[data-testid=lk-card]')?.getBoundingClientRect()
    const { left, right } = row.getBoundingClientRect()
    return card && (right > card.right + 1 || left < card.left - 1)
  })
  return [...cut, ...beyond].map((one) => one.textContent ?? '')
}
