import type { InspectedPsbt } from '../../adapters/bip122/chain/inspect.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { refused } from './refused.ts'

export type { InspectedPsbt }

/** Whether a text begins like a PSBT in base64: with `psbt` and 0xff. BIP-174. */
export function isPsbt(text: string): boolean {
  return /^cHNidP[89+/][A-Za-z0-9+/]+=*$/.test(text.trim())
}

/**
 * What a PSBT spends and pays, with the addresses of a network.
 * @throws `validation/invalid-input` for what is no PSBT, `config/peer-missing` without bitcoinjs-lib, which reads it.
 */
export async function decodePsbt(psbtBase64: string, network: CaipNetworkId): Promise<InspectedPsbt> {
  const { inspectPsbt } = await import('../../adapters/bip122/chain/inspect.ts').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'Reading PSBTs', install: 'npm install bitcoinjs-lib' },
      cause,
    })
  })
  return inspectPsbt(psbtBase64.trim(), network as CaipNetworkId<'bip122'>)
}

/** The payment that `sendTransfer` of WalletConnect asks for. */
export interface Bip122Transfer {
  readonly from: string
  readonly to: string
  /** In sats. */
  readonly amount: bigint
}

/** @throws `validation/invalid-input` naming the member that cannot be read. */
export function decodeBip122Transfer(params: Readonly<Record<string, unknown>>): Bip122Transfer {
  const amount = String(params.amount)
  if (!/^\d{1,16}$/.test(amount)) throw refused('amount', 'is not a number of sats')
  return { from: String(params.account), to: String(params.recipientAddress), amount: BigInt(amount) }
}
