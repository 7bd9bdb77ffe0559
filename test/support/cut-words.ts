/** In the page: our own words that are cut short. Names and addresses may be anybody's length. */
export function cutWords(): readonly string[] {
  const root = document.querySelector('[data-testid=lk-host]')?.shadowRoot
  const cut = [
    ...(root?.querySelectorAll<HTMLElement>('h1,.note,.tag,.tabs button,.primary,.secondary,.plain') ?? []),
  ]
  return cut.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent ?? '')
}
