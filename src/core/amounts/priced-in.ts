/** Whether a source's prices are in the wanted currency. A source that doesn't name its currency is one of US dollars. */
export function isInCurrency(stated: string | undefined, wanted: string): boolean {
  return (stated ?? 'usd').toLowerCase() === wanted
}
