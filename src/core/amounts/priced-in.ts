/** Whether a source's prices are in the wanted currency. If a source names no currency, its prices count as US dollars. */
export function isInCurrency(stated: string | undefined, wanted: string): boolean {
  return (stated ?? 'usd').toLowerCase() === wanted
}
