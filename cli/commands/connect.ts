import { endpointLabel } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import type { Outcome } from '../output/output.ts'
import { fields } from '../output/table.ts'
import type { PairingOptions } from '../session/session.ts'
import { connectWallet } from '../session/with-session.ts'
import { relayed, walletLabel } from '../wallets/reference.ts'

export async function connect(context: Context, pairing: PairingOptions = {}): Promise<Outcome> {
  const { flags, out } = context
  return connectWallet(
    context,
    async ({ reference, name, address, account, network, file, relay, networks, beside = [] }) => {
      const rest = { rpc: flags.rpc, relay, networks }
      // A new pairing replaces the old pairing in all families.
      if (reference === relayed)
        for (const one of file.all()) if (one.wallet === relayed) file.clear(familyOf(one.network))
      // The wallet that is written last becomes the active wallet. So write the wallet on the requested network last.
      for (const one of [...beside, { address, network }]) file.write({ wallet: reference, ...one, ...rest })
      const [, ...stored] = file.all()
      const others = stored.filter(({ wallet }) => reference !== relayed || wallet !== relayed)
      const { green, dim } = out.color
      return {
        data: {
          wallet: reference,
          ...(name && { name }),
          address,
          account,
          family: familyOf(network),
          network: network.caipNetworkId,
          ...(beside.length > 0 && {
            beside: beside.map((one) => `${one.network.caipNetworkId}:${one.address}`),
          }),
        },
        // With `--uri-only`, standard output has only the pairing URI.
        text: pairing.uriOnly
          ? ''
          : `${green('Connected')}\n${fields([
              ['wallet', walletLabel(reference, name)],
              ['address', address],
              ['network', `${network.name} ${dim(network.caipNetworkId)}`],
              ['endpoint', network.rpcUrls.default.http.map(endpointLabel).join(', ')],
              ...beside.map((one) => ['and', `${one.address} on ${one.network.name}`] as const),
              ['session', file.path],
              ['beside', others.map((one) => `${one.wallet} on ${one.network.name}`).join(', ')],
            ])}`,
        primary: pairing.uriOnly ? '' : address,
        network: network.caipNetworkId,
      }
    },
    { keep: true, pairing },
  )
}
