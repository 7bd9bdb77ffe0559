import type { CaipNetworkId } from 'latchkey'
import type { InspectedPsbt } from 'latchkey/adapters/bip122'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { endpointLabel } from './networks.ts'
import { table } from './table.ts'

/** A PSBT in base64, as far as its first bytes tell: `psbt` and 0xff. BIP-174. */
export function isPsbt(text: string): boolean {
  return /^cHNidP[89+/][A-Za-z0-9+/]+=*$/.test(text.trim())
}

export async function readPsbt(text: string, network: CaipNetworkId): Promise<InspectedPsbt> {
  const { inspectPsbt } = await import('latchkey/adapters/bip122')
  return inspectPsbt(text.trim(), network as CaipNetworkId<'bip122'>)
}

/** The coins of an address, as the chain's Esplora has them. */
export async function unspentOf(
  url: string,
  address: string,
  signal: AbortSignal,
): Promise<readonly { readonly txid: string; readonly vout: number; readonly value: number }[]> {
  const response = await fetch(`${url.replace(/\/$/, '')}/address/${address}/utxo`, { signal }).catch(
    (cause) => {
      signal.throwIfAborted()
      throw new CliError(
        'rpc/unreachable',
        exitCodes.unreachable,
        `${endpointLabel(url)} cannot be reached`,
        { cause },
      )
    },
  )
  const coins: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
  if (Array.isArray(coins)) return coins
  throw new CliError(
    'rpc/invalid-response',
    exitCodes.unreachable,
    `${endpointLabel(url)} did not say what coins ${address} has (HTTP status code: ${response.status})`,
  )
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
