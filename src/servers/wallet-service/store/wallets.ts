import type { ServiceWallet } from '../../../core/wallet/wallet-service.ts'
import type { Query } from '../../database/database.ts'

export interface SealedWallet extends ServiceWallet {
  readonly user: string
  /** The service's key share, encrypted by `seal`. */
  readonly share: string
}

/**
 * Stores a wallet's first version, or replaces the previous version. Addresses never change. Uses a single SQL statement, so only
 * one of several concurrent calls succeeds. @returns Whether this call stored the version.
 */
export async function keepWallet(
  query: Query,
  { user, version, addresses: { eip155, solana }, share, splitAt }: SealedWallet,
): Promise<boolean> {
  const values = [user, version, eip155, solana, share, new Date(splitAt)]
  const kept =
    version === 1
      ? await query(
          `insert into wallet_service_wallets (user_id, version, eip155, solana, share, split_at)
          values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning version`,
          values,
        )
      : await query(
          `update wallet_service_wallets set version = $2, share = $5, split_at = $6
          where user_id = $1 and version = $2 - 1 and eip155 = $3 and solana = $4 returning version`,
          values,
        )
  return kept.length > 0
}

export async function readWallet(
  query: Query,
  user: string,
): Promise<(ServiceWallet & { readonly share: string }) | undefined> {
  const [row] = await query<WalletRow & { share: string }>(
    'select version, split_at, eip155, solana, share from wallet_service_wallets where user_id = $1',
    [user],
  )
  return row && { ...walletOf(row), share: row.share }
}

export interface WalletRow {
  readonly version: number
  readonly split_at: Date
  readonly eip155: string
  readonly solana: string
}

export function walletOf({ version, split_at, eip155, solana }: WalletRow): ServiceWallet {
  return { version, splitAt: split_at.getTime(), addresses: { eip155, solana } }
}
