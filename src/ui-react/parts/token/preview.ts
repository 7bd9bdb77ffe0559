/** The number of rows that are shown at first. The account view reserves space for as many rows. */
export const preview = 2
