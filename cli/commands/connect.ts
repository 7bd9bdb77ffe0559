import { connectWallet, type PairingOptions } from '../client.ts'
import type { Context } from '../context.ts'
import { endpointLabel } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { sessionFile } from '../state/session.ts'
import { fields } from '../table.ts'

export type ConnectOptions = PairingOptions

/** Connects a wallet and writes down how to reach it again. */
export async function connect(context: Context, pairing: ConnectOptions = {}): Promise<Outcome> {
  const { flags, io, out } = context
  const file = sessionFile(io.env)
  return connectWallet(
    context,
    file.store,
    async (session) => {
      const { reference, address, account, network, relay, networks } = session
      file.write({
        wallet: reference,
        address,
        network,
        ...(flags.rpc && { rpc: flags.rpc }),
        ...(relay && { relay }),
        ...(networks && { networks }),
      })
      const { green, dim } = out.colour
      return {
        data: { wallet: reference, address, account, network: network.caipNetworkId },
        // Whoever wants the uri alone reads it before, and gets nothing else.
        text: pairing.uriOnly
          ? ''
          : `${green('Connected')}\n${fields([
              ['wallet', reference],
              ['address', address],
              ['network', `${network.name} ${dim(network.caipNetworkId)}`],
              ['endpoint', network.rpcUrls.default.http.map(endpointLabel).join(', ')],
              ['session', file.path],
            ])}`,
        primary: pairing.uriOnly ? '' : address,
        network: network.caipNetworkId,
      }
    },
    pairing,
  )
}
