/** Formats a percentage with at most 2 decimals. */
export function percentIn(tag: string): (figure: number) => string {
  const format = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 })
  return (figure) => format.format(figure / 100)
}
