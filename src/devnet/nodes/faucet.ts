/**
 * The account that deploys, pays and bundles on eip155 networks. It is the tenth account of anvil's mnemonic, and isn't a named account. So named
 * accounts start without transactions.
 */
export const faucet = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
