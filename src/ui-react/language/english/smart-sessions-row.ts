/** The way to them. */
export const sessionRowWords = {
  name: 'sessionRow',
  strings: {
    open: 'Smart Sessions',
    note: 'What pages may do without asking you',
  },
} as const
