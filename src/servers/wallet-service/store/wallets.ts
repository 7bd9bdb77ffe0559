import type { ServiceWallet } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'

export interface SealedWallet extends ServiceWallet {
  readonly user: string
  /** See `seal`. */
  readonly share: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Keeps a wallet in place of the version before it; the first one in place of none. One statement: of all who try at once, one
 * does it. @returns Whether it was this one. Addresses stay what they were.
 */
export async function keepWallet(
  query: Query,
  { user, version, addresses: { eip155, solana }, share, now }: SealedWallet,
): Promise<boolean> {
  const values = [user, version, eip155, solana, share, new Date(now)]
  const kept =
    version === 1
      ? await query(
          `insert into wallet_service_wallets (user_id, version, eip155, solana, share, changed_at)
          values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning version`,
          values,
        )
      : await query(
          `update wallet_service_wallets set version = $2, share = $5, changed_at = $6
          where user_id = $1 and version = $2 - 1 and eip155 = $3 and solana = $4 returning version`,
          values,
        )
  return kept.length > 0
}

export async function readWallet(
  query: Query,
  user: string,
): Promise<(ServiceWallet & { readonly share: string }) | undefined> {
  const [row] = await query<{ version: number; eip155: string; solana: string; share: string }>(
    'select version, eip155, solana, share from wallet_service_wallets where user_id = $1',
    [user],
  )
  return (
    row && { version: row.version, addresses: { eip155: row.eip155, solana: row.solana }, share: row.share }
  )
}
