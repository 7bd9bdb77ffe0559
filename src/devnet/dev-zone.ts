/** Under which the devnet's names are, such as `alice.latchkey.test`: a zone that cannot be anybody's (RFC 2606). */
export const devZone = 'latchkey.test'
