/** The parent domain of the devnet's names, such as `alice.latchkey.test`. The TLD is reserved, so no one can own it (RFC 2606). */
export const devZone = 'latchkey.test'
