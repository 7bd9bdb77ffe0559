import type { ChainNamespace } from '../chain/namespace.ts'

/**
 * The fees above which a program that holds keys, such as `latchkey wallet`, shows a warning. The user can still sign. These
 * values aren't in `limits.ts`, because pages don't need them.
 */
export const feeWarning = {
  /** The divisor of the amount: a fee above a tenth of the amount causes a warning. */
  partOfAmount: 10n,
  /**
   * The highest fee without a warning, in millionths of the native coin: about ten times the fee of a plain transfer on a busy
   * day. A command-line flag overrides this value.
   */
  caps: {
    // On busy days on Ethereum, 21,000 gas at 100 gwei cost 0.0021 ETH.
    eip155: 21_000n,
    // When blocks were full, a transfer cost 0.0001 SOL: the fee for one signature, and a priority fee of about 95,000 lamports.
    solana: 1_000n,
    // In April 2024, 141 vbytes (one input, two outputs, P2WPKH) at 150 sats/vB cost 0.0002 BTC.
    bip122: 2_000n,
    // On Polkadot's relay chain, a transfer costs about 0.016 DOT, or 0.02 DOT when blocks are full.
    polkadot: 200_000n,
    // At 0.1 uatom per gas, which is four times the usual price on the Cosmos Hub, 100,000 gas cost 0.01 ATOM.
    cosmos: 100_000n,
  } satisfies Record<ChainNamespace, bigint>,
} as const
