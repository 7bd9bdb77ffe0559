/** Returns the font of the surrounding page, or undefined if the page sets none, since the browser's default is not a choice. */
export function hostFont(host: HTMLElement): string | undefined {
  const around = host.parentElement ?? document.body
  const family = getComputedStyle(around).fontFamily
  return /^("?times( new roman)?"?|serif|-webkit-standard)$/i.test(family) ? undefined : family
}
