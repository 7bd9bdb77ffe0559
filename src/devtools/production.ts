/** Whether this is a production build; bundlers replace the expression. False if it is not defined. */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
