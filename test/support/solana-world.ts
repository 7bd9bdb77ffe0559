import type { Devnet } from 'latchkey/devnet'
import type { ContractWorld } from 'latchkey/testing'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { ConnectorContext } from '../../src/core/wallet/connector.ts'
import { openFamilyWorld } from './family-world.ts'
import { solanaSurroundings } from './solana-surroundings.ts'
import { registeredWallet, standardWalletOverRpc } from './standard-wallets.ts'

/** The interfaces to the wallet. */
export const reaches = {
  registered: 'sign-and-send',
  'registered, sign-only': 'sign-only',
  'JSON-RPC': 'rpc',
} as const

export interface SolanaWorldOptions {
  readonly devnet: Devnet
  readonly factory: AdapterFactory<'solana'>
  readonly reach: keyof typeof reaches
  readonly token?: 0 | 1
}

/** Creates what a test of the contract suite needs (`ContractWorld`), with a wallet that runs in this process. */
export function openSolanaWorld({
  devnet,
  factory,
  reach,
  token = 0,
}: SolanaWorldOptions): Promise<ContractWorld<'solana'>> {
  const { keys, surroundings } = solanaSurroundings({ devnet, reachedBy: reaches[reach], token })
  const connect = (context: ConnectorContext) =>
    reach === 'JSON-RPC' ? standardWalletOverRpc('solana', keys, context) : registeredWallet(keys, context)
  return openFamilyWorld({ factory, surroundings, connect })
}
