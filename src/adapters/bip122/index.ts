import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { AdapterFactory, Capability } from '../../core/wallet/adapter.ts'
import { commonCapabilities } from '../shared/common-capabilities.ts'
import type { PaymentRequest } from './bip21.ts'
import type { InspectedPsbt } from './chain/inspect.ts'
import type { ProtectCoin } from './protect-coin.ts'

export type { PaymentRequest } from './bip21.ts'
export type { InspectedPsbt, PsbtInput, PsbtPart } from './chain/inspect.ts'
export type { AccountCoin, ProtectCoin } from './protect-coin.ts'

export interface Bip122Options {
  /**
   * Returns true for a coin that a send must not spend. This function is for hosts with an indexer of inscriptions or runes. If
   * the function throws, the coin is protected. Default: protects coins of at most 10,000 sats in the accounts of wallets that
   * have no separate account for inscriptions.
   */
  readonly isProtected?: ProtectCoin | undefined
}

/**
 * Creates the adapter for Bitcoin (CAIP-2 namespace `bip122`), for `options.adapters`. The adapter loads at the first connect. bitcoinjs-lib loads at
 * the first read or send.
 */
export function bip122({ isProtected }: Bip122Options = {}): AdapterFactory<'bip122'> {
  const capabilities: ReadonlySet<Capability> = new Set([...commonCapabilities, 'sign.transaction'])
  return {
    namespace: 'bip122',
    capabilities,
    create: async (context) =>
      (await import('./adapter.ts')).bip122Adapter(context, capabilities, isProtected),
  }
}

/**
 * Returns the inputs, outputs and fee of a PSBT (BIP-174, in base64). Addresses are in the network's format, and amounts are in
 * sats. Needs bitcoinjs-lib.
 * @param signing The inputs that the wallet will sign. The proof of the fee may depend on these inputs. Default: all.
 * @throws `validation/invalid-input` for text that isn't a PSBT.
 */
export async function inspectPsbt(
  psbtBase64: string,
  network: CaipNetworkId<'bip122'>,
  signing?: readonly number[],
): Promise<InspectedPsbt> {
  return (await import('./chain/inspect.ts')).inspectPsbt(psbtBase64, network, signing)
}

/**
 * Verifies an address's signature of a message: a BIP-322 signature in the simple format. Returns false for malformed input.
 * Needs bitcoinjs-lib.
 */
export async function verifyBip322(
  address: string,
  message: string | Uint8Array,
  signature: string,
): Promise<boolean> {
  return (await import('./chain/bip322.ts')).verifyBip322(address, message, signature)
}

/**
 * Parses a `bitcoin:` link (BIP-21). The amount is in sats.
 * @throws `validation/invalid-input`, `validation/invalid-address`, `validation/invalid-amount`
 */
export async function parsePaymentRequest(text: string): Promise<PaymentRequest> {
  return (await import('./bip21.ts')).parsePaymentRequest(text)
}
