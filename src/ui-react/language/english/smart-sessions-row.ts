/** The row that leads to the smart sessions. */
export const sessionRowWords = {
  name: 'sessionRow',
  strings: {
    open: 'Smart sessions',
    note: "Permissions you've granted",
  },
} as const
