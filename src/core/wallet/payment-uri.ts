import type { ChainNetwork } from '../chain/network.ts'

/**
 * What a wallet reads off a code to pay this address: EIP-681 with the chain, Solana Pay, BIP-21. Polkadot and cosmos have no
 * standard that wallets share, so there it is the address alone. Without an amount: who pays says how much.
 */
export function paymentUri(network: Pick<ChainNetwork, 'chainNamespace' | 'id'>, address: string): string {
  switch (network.chainNamespace) {
    case 'eip155':
      return `ethereum:${address}@${network.id}`
    case 'solana':
      return `solana:${address}`
    case 'bip122':
      return `bitcoin:${address}`
    default:
      return address
  }
}
