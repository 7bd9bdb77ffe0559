/**
 * The parent domain of the devnet's names, such as `alice.latchkey.test`. The domain `.test` is reserved (RFC 2606), so no one
 * can own the names.
 */
export const devZone = 'latchkey.test'
