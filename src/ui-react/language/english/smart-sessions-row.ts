/** The row that leads to the smart sessions. */
export const sessionRowWords = {
  name: 'sessionRow',
  strings: {
    open: 'Smart Sessions',
    note: 'What pages may do unasked',
  },
} as const
