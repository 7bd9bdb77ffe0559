/** The number of rows that are shown at first, and for which the account view reserves space. */
export const preview = 2
