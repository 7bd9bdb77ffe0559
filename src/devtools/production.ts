/** Returns whether this is a production build. Bundlers replace the expression. If it is not defined, returns false. */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
