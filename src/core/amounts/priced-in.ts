/** Whether a source's prices are in the wanted currency. A source that names no currency counts as one in US dollars. */
export function isInCurrency(stated: string | undefined, wanted: string): boolean {
  return (stated ?? 'usd').toLowerCase() === wanted
}
