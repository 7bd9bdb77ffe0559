/** The feature of a wallet-standard wallet that is a client of ours: a client does not offer it, since it would find itself. */
export const bridgeFeature = 'latchkey:bridge'
