import { endpointLabel } from '../args/networks.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'

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
