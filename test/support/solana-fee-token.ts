import type { Connection, PublicKey } from '@solana/web3.js'
import { extension, makeExtendedToken, u16, u64 } from './solana-extended-token.ts'

export interface FeeToken {
  readonly mint: PublicKey
  /** Changes the transfer fee. The new fee applies two epochs later (`SetTransferFee` of spl-token-2022). */
  setFee(basisPoints: number, most: bigint): Promise<void>
}

/** Creates a Token-2022 token with a transfer fee, and mints an amount to a holder. */
export async function makeFeeToken(
  chain: Connection,
  secret: string,
  {
    holder,
    amount,
    basisPoints,
    most,
  }: Record<'holder', string> & {
    readonly amount: bigint
    readonly basisPoints: number
    readonly most: bigint
  },
): Promise<FeeToken> {
  const extensions = [extension.transferFee(basisPoints, most)]
  const { mint, onMint } = await makeExtendedToken(chain, secret, { holder, amount, extensions })
  return { mint, setFee: (points, limit) => onMint(26, 5, ...u16(points), ...u64(limit)) }
}
