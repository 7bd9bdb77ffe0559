/**
 * The contracts that compute the fee for a rollup's data on layer 1. Each contract has the same address on all rollups of its
 * kind: https://docs.optimism.io/stack/transactions/fees and https://docs.scroll.io/en/developers/transaction-fees-on-scroll
 */
export const rollupFeeContracts = {
  opStack: '0x420000000000000000000000000000000000000F',
  scroll: '0x5300000000000000000000000000000000000002',
} as const
export type RollupKind = keyof typeof rollupFeeContracts
