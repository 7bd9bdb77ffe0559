/** The total bitcoin supply, in sats (Bitcoin Core, `MAX_MONEY`). */
export const maxSats = 2_100_000_000_000_000n
