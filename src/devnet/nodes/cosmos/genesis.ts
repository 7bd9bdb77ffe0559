import { cosmosAccounts } from '../../accounts/cosmos.ts'

export const chains = [
  { id: 'latchkey-1', name: 'Cosmos Devnet One' },
  { id: 'latchkey-2', name: 'Cosmos Devnet Two' },
] as const

export const bech32Prefix = 'cosmos'
export const native = { denom: 'uatom', name: 'Test Atom', symbol: 'ATOM', decimals: 6 } as const

/** The second token has the denom of an IBC token: the hash of `transfer/channel-0/ulkt`. */
export const tokens = [
  { denom: 'utusd', name: 'Test Dollar', symbol: 'tUSD', decimals: 6 },
  {
    denom: 'ibc/F3E4582A2CE946F92193716FFC0C77FEB0463246774878005BCF51F91CD9AA0C',
    name: 'Latchkey Token',
    symbol: 'LKT',
    decimals: 6,
  },
] as const

/** The minimum gas price, in `native.denom`. */
export const gasPrice = '0.025'

/** The balance of each named account, per denom: a million whole tokens, in the smallest unit. */
export const fundsEach = 1_000_000_000_000n

export const holders: readonly string[] = Object.values(cosmosAccounts).map(({ address }) => address)
