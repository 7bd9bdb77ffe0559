import { endpointLabel, knownNetworks } from '../../args/networks.ts'
import type { Context } from '../../context.ts'
import type { Outcome } from '../../output/output.ts'
import { table } from '../../output/table.ts'

export async function listNetworks(
  { io, out }: Context,
  options: { readonly testnets?: boolean | undefined },
): Promise<Outcome> {
  const known = (await knownNetworks(io.env)).filter(
    ({ network }) => !options.testnets || network.testnet === true,
  )
  const rows = known.map(({ alias, network, devnet }) => ({
    id: network.caipNetworkId,
    alias,
    name: network.name,
    symbol: network.nativeCurrency.symbol,
    testnet: network.testnet === true,
    devnet,
    rpc: network.rpcUrls.default.http.map(endpointLabel),
    explorer: network.blockExplorers?.default.url ?? null,
  }))
  const { bold, dim } = out.color
  return {
    data: { networks: rows },
    text: table([
      ['ALIAS', 'CAIP-2', 'NAME', 'COIN', 'KIND'].map(bold),
      ...rows.map((row) => [
        row.alias,
        row.id,
        row.name,
        row.symbol,
        dim(row.devnet ? 'devnet' : row.testnet ? 'testnet' : 'mainnet'),
      ]),
    ]),
    primary: rows.map(({ id }) => id).join('\n'),
  }
}
