import type { ChainNetwork } from '../../chain/network.ts'

/**
 * Returns the payment URI of an address, for a QR code: EIP-681 with the chain id, Solana Pay, or BIP-21. For polkadot and
 * cosmos, whose wallets share no standard, returns only the address. The URI contains no amount, because the payer enters the
 * amount.
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
