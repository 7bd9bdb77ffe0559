/** A public account of each family, and its network. */
export const familyAccounts = {
  eip155: ['mainnet', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  solana: ['solanaMainnet', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
  bip122: ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  polkadot: ['polkadotAssetHub', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  cosmos: ['cosmosHub', 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7'],
}

export const families = Object.keys(familyAccounts)
