import { invalid } from '../output/cli-error.ts'

export interface SighashOption {
  /** Such as `SINGLE|ANYONECANPAY`. */
  readonly allowSighash?: readonly string[] | undefined
}

/** Returns the sighash types to allow, in addition to the types that cover the whole transaction. */
export async function allowedSighash({
  allowSighash,
}: SighashOption): Promise<readonly number[] | undefined> {
  if (!allowSighash) return undefined
  const { sighashTypeOf } = await import('latchkey/wallets')
  return allowSighash.map((name) => {
    const type = sighashTypeOf(name)
    if (type !== undefined) return type
    throw invalid(
      'allow-sighash',
      `"${name}" is not a sighash type`,
      'There are ALL, NONE and SINGLE, and each with |ANYONECANPAY after it, in quotes.',
    )
  })
}
