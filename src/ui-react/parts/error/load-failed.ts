/** Loads `Failed` on demand, since it is rarely needed. */
export const loadFailed = async () => (await import('./failed.tsx')).Failed
