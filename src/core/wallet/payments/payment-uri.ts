import type { ChainNetwork } from '../../chain/network.ts'

/**
 * The payment URI of an address, for a QR code: EIP-681 with the chain id, Solana Pay, or BIP-21. Polkadot and Cosmos wallets share
 * no standard, so for these families the result is the address alone. Contains no amount: the payer enters it.
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
