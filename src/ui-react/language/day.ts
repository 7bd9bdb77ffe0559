import type { Language } from './language.ts'

/**
 * Names a day: "Today", "Yesterday", or else the date. The date of another year includes the year.
 * @param day The start of the day in the visitor's time zone, in ms.
 */
export function dayIn({ tag, date }: Pick<Language, 'tag' | 'date'>, day: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0)
  // Round, because a day has 23 or 25 hours when clocks change.
  const ago = Math.round((today - day) / 86_400_000)
  if (ago === 0 || ago === 1) {
    const word = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-ago, 'day')
    return word.charAt(0).toLocaleUpperCase(tag) + word.slice(1)
  }
  const sameYear = new Date(day).getFullYear() === new Date(now).getFullYear()
  const year = sameYear ? undefined : 'numeric'
  return date(day, { day: 'numeric', month: 'long', year })
}
