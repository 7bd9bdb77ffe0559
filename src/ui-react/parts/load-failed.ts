/** Seldom needed, so it is not fetched before. */
export const loadFailed = async () => (await import('./failed.tsx')).Failed
