import type { ChainNamespace } from './chain/namespace.ts'

/**
 * Ours: above these, whoever holds keys warns of a fee, and refuses nothing. A page loads none of it, so it stands apart from
 * `limits`.
 */
export const feeWarning = {
  /** A fee above a tenth of the amount is rarely meant. */
  partOfAmount: 10n,
  /** In millionths of the native coin: ten times what a plain transfer costs on a busy day. A flag changes it. */
  caps: {
    // 21,000 gas at 100 gwei, as on busy days of Ethereum, are 0.0021 ETH.
    eip155: 21_000n,
    // A signature, and a priority of some 95,000 lamports, which is what transfers paid when blocks were full: 0.0001 SOL.
    solana: 1_000n,
    // 141 virtual bytes (one coin, two outputs, P2WPKH) at 150 sats, as in April 2024: 0.0002 BTC.
    bip122: 2_000n,
    // A transfer on the relay chain of Polkadot takes about 0.016 DOT, and 0.02 when blocks are full.
    polkadot: 200_000n,
    // 100,000 gas at 0.1 uatom, four times the usual price of the Hub: 0.01 ATOM.
    cosmos: 100_000n,
  } satisfies Record<ChainNamespace, bigint>,
} as const
