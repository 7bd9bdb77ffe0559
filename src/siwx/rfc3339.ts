const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/**
 * The instant of a time of RFC 3339, in ms; undefined for any other text, and for a day or an hour that does not exist. Leap
 * seconds are refused, which no clock of a computer shows, and so are small letters, as the standard allows (section 5.6).
 */
export function instantOf(text: string): number | undefined {
  const [, local, fraction = '', sign, hours, minutes] = dateTime.exec(text) ?? []
  const date = new Date(`${local}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // What does not exist is moved to the next day, or is no date at all.
  if (local === undefined || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(local))
    return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return date.getTime() - (sign === '-' ? -offset : offset)
}
