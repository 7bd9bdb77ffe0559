/** The font of the page around the modal; nothing where the page has set none, since the browser's own is no choice. */
export function hostFont(host: HTMLElement): string | undefined {
  const around = host.parentElement ?? document.body
  const family = getComputedStyle(around).fontFamily
  return /^("?times( new roman)?"?|serif|-webkit-standard)$/i.test(family) ? undefined : family
}
