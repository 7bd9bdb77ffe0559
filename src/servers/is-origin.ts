/** Returns whether the text is exactly an origin as browsers write it: scheme, host and optional port. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
