import { invalid } from '../output/cli-error.ts'

export const mostPort = 65_535

/**
 * Parses an option as a whole number up to `most`; `usual` is its default.
 * @throws a usage error naming `field`
 */
export function wholeNumber(
  field: string,
  text: string | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const value = text === undefined ? usual : Number(text)
  if ((text !== undefined && !/^\d+$/.test(text)) || value > most)
    throw invalid(field, `must be a whole number up to ${most}, not "${text}"`)
  return value
}
