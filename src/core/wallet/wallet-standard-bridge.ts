/**
 * The feature that marks Latchkey's own bridges as Wallet Standard wallets. Clients don't list wallets with this feature, so that
 * a client doesn't list itself.
 */
export const bridgeFeature = 'latchkey:bridge'
