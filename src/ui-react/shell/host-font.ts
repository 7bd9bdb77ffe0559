/** Returns the font of the surrounding page. Returns undefined for the browser's default font, which the page didn't choose. */
export function hostFont(host: HTMLElement): string | undefined {
  const around = host.parentElement ?? document.body
  const family = getComputedStyle(around).fontFamily
  return /^("?times( new roman)?"?|serif|-webkit-standard)$/i.test(family) ? undefined : family
}
