/** Returns whether this is a development build. Bundlers replace the expression in this function. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development'
  } catch {
    return false
  }
}
