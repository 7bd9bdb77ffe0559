/** The feature that marks our own bridges as Wallet Standard wallets. A client skips such wallets, so that it doesn't list itself. */
export const bridgeFeature = 'latchkey:bridge'
