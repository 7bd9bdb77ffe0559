import type { ChainNamespace } from '../chain/namespace.ts'

/**
 * Fee thresholds for code that holds keys: a higher fee shows a warning and blocks nothing. These values are Latchkey's own. They are kept apart from
 * `limits` because pages don't need them.
 */
export const feeWarning = {
  /** A fee above a tenth of the amount is rarely intended. */
  partOfAmount: 10n,
  /** In millionths of the native coin: ten times the cost of a plain transfer on a busy day. A command-line flag overrides this cap. */
  caps: {
    // 21,000 gas at 100 gwei, as on busy days on Ethereum, cost 0.0021 ETH.
    eip155: 21_000n,
    // One signature plus a priority fee of about 95,000 lamports, which transfers paid when blocks were full: 0.0001 SOL.
    solana: 1_000n,
    // 141 vbytes (one input, two outputs, P2WPKH) at 150 sats/vB, as in April 2024: 0.0002 BTC.
    bip122: 2_000n,
    // A transfer on Polkadot's relay chain costs about 0.016 DOT, or 0.02 when blocks are full.
    polkadot: 200_000n,
    // 100,000 gas at 0.1 uatom, four times the usual price on the Cosmos Hub: 0.01 ATOM.
    cosmos: 100_000n,
  } satisfies Record<ChainNamespace, bigint>,
} as const
