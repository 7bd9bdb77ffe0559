/** Returns whether this is a production build. Bundlers replace the expression. Returns false if it isn't defined. */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
