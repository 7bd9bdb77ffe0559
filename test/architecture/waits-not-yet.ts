/** Files that still wait in other ways. To be emptied, and then removed. */
export const notYet: readonly string[] = []
