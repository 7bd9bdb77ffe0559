import {
  type Account,
  type Address,
  type Chain,
  type CustomTransport,
  createPublicClient,
  createWalletClient,
  custom,
  type PublicClient,
  type WalletClient,
} from 'viem'
import type { Connection } from '../../../core/wallet/connection.ts'
import { type Asked, chainOf, nodeTransport } from './client.ts'

export function publicClientOf(asked: Asked): PublicClient<CustomTransport, Chain> {
  return createPublicClient({
    chain: chainOf(asked.network),
    transport: nodeTransport(asked),
    ccipRead: false,
  })
}

export function walletClientOf({
  accounts,
  network,
  provider,
}: Connection<'eip155'>): WalletClient<CustomTransport, Chain, Account> {
  return createWalletClient({
    account: accounts[0].address as Address,
    chain: chainOf(network),
    transport: custom(provider, { retryCount: 0 }),
  })
}
