/**
 * Marks a Wallet Standard wallet with which Latchkey offers a client's connection to other code in the page. Clients don't list
 * such wallets, because a client would otherwise list itself.
 */
export const bridgeFeature = 'latchkey:bridge'
