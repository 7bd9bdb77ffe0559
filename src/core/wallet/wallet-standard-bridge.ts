/**
 * The feature that marks Latchkey's own bridges as Wallet Standard wallets. Clients don't list wallets with this feature.
 * Otherwise a client would list itself.
 */
export const bridgeFeature = 'latchkey:bridge'
