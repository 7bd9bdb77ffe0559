/**
 * Returns whether this is a production build. Bundlers replace `process.env.NODE_ENV`. Returns false if neither a bundler nor the
 * environment defines it.
 */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
