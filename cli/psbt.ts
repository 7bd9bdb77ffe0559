import type { CaipNetworkId } from 'latchkey'
import type { InspectedPsbt } from 'latchkey/adapters/bip122'
import { table } from './table.ts'

/** A PSBT in base64, as far as its first bytes tell: `psbt` and 0xff. BIP-174. */
export function isPsbt(text: string): boolean {
  return /^cHNidP[89+/][A-Za-z0-9+/]+=*$/.test(text.trim())
}

export async function readPsbt(text: string, network: CaipNetworkId): Promise<InspectedPsbt> {
  const { inspectPsbt } = await import('latchkey/adapters/bip122')
  return inspectPsbt(text.trim(), network as CaipNetworkId<'bip122'>)
}

/** What it spends and pays, for a person. */
export async function psbtTable({ inputs, outputs, fee }: InspectedPsbt): Promise<string> {
  const { formatUnits } = await import('latchkey')
  const bitcoin = (sats: bigint | undefined) => (sats === undefined ? '?' : `${formatUnits(sats, 8)} BTC`)
  return table([
    ['', 'AMOUNT', 'ADDRESS'],
    ...inputs.map(({ value, address, script, txid, vout, signed }) => [
      signed ? 'spends, signed' : 'spends',
      bitcoin(value),
      address ?? script ?? `${txid}:${vout}`,
    ]),
    ...outputs.map(({ value, address, script }) => ['pays', bitcoin(value), address ?? script]),
    ['fee', bitcoin(fee), ''],
  ])
}
