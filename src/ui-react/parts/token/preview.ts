/** Rows shown at first: as many as the account view reserves space for. */
export const preview = 2
