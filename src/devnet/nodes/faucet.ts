/**
 * The account that deploys, pays and bundles on eip155 networks: the tenth account of anvil's mnemonic, which anvil signs
 * for. It isn't one of the named accounts, so those start unused.
 */
export const faucet = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
