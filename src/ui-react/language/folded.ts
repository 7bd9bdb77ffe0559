/**
 * Returns a text for a search that ignores case and the dots of Turkish i. In lower case, `İ` has a separate dot and `ı` none, so
 * neither would match `i`.
 */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('\u0307', '').replaceAll('ı', 'i')
}
