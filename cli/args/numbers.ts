import { invalid } from '../output/cli-error.ts'

export async function amountOf(
  field: string,
  text: string,
  decimals: number,
  options?: { readonly max?: bigint; readonly allowZero?: boolean },
): Promise<bigint> {
  const { isLatchkeyError, parseAmount } = await import('latchkey')
  try {
    return parseAmount(text, decimals, options)
  } catch (error) {
    throw isLatchkeyError(error) ? invalid(field, String(error.values.reason)) : error
  }
}

export const mostPort = 65_535

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
