const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/**
 * Parses an RFC 3339 time. Returns ms since the Unix epoch. Returns undefined for other texts, and for dates or times that don't
 * exist. Refuses leap seconds, because system clocks never show them. Also refuses `t` and `z` in lower case: section 5.6 leaves
 * this choice to the parser.
 */
export function instantOf(text: string): number | undefined {
  const [, local, fraction = '', sign, hours, minutes] = dateTime.exec(text) ?? []
  const date = new Date(`${local}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // `Date` would change a day that doesn't exist to a day of the next month. So compare the result with the text.
  if (local === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(local))
    return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return date.getTime() - (sign === '-' ? -offset : offset)
}
