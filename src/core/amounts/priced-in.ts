/** Returns whether a source's prices are in the wanted currency. A source that states no currency uses US dollars. */
export function isInCurrency(stated: string | undefined, wanted: string): boolean {
  return (stated ?? 'usd').toLowerCase() === wanted
}
