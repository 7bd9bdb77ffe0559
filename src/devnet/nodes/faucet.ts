/**
 * Who deploys, pays and bundles on the chains of eip155: the tenth account of anvil's mnemonic, which it signs for. It has no name, so that
 * named accounts start untouched.
 */
export const faucet = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
