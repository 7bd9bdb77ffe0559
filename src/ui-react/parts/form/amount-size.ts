/** Returns the class of an amount. Long amounts have a smaller font. */
export function amountSize(text: string): 'big' | 'big long' {
  return text.length > 8 ? 'big long' : 'big'
}
