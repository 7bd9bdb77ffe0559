/** Whether this is a page for visitors: bundlers write the answer in. Where nobody says anything, it is not. */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
