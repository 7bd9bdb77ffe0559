import { connectWallet } from '../client.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families.ts'
import { endpointLabel } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { fields } from '../table.ts'

/** Connects a wallet, beside those of other families, and writes down how to reach it again. */
export async function connect(context: Context): Promise<Outcome> {
  const { flags, out } = context
  return connectWallet(
    context,
    async ({ reference, address, account, network, file }) => {
      file.write({ wallet: reference, address, network, ...(flags.rpc && { rpc: flags.rpc }) })
      const others = file.all().slice(1)
      const { green, dim } = out.colour
      return {
        data: {
          wallet: reference,
          address,
          account,
          family: familyOf(network),
          network: network.caipNetworkId,
        },
        text: `${green('Connected')}\n${fields([
          ['wallet', reference],
          ['address', address],
          ['network', `${network.name} ${dim(network.caipNetworkId)}`],
          ['endpoint', network.rpcUrls.default.http.map(endpointLabel).join(', ')],
          ['session', file.path],
          ['beside', others.map((one) => `${one.wallet} on ${one.network.name}`).join(', ')],
        ])}`,
        primary: address,
        network: network.caipNetworkId,
      }
    },
    { keep: true },
  )
}
