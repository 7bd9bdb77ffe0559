/**
 * The feature that marks a Wallet Standard wallet as one of Latchkey's own: such a wallet offers a client's connection to other
 * code in the page. Clients don't list wallets with this feature, because a client would otherwise list itself.
 */
export const bridgeFeature = 'latchkey:bridge'
