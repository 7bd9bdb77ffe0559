import { CliError } from '../cli-error.ts'
import { currentNetwork, withSession } from '../client.ts'
import type { Context } from '../context.ts'
import { endpointLabel } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { sessionFile } from '../state/session.ts'
import { fields } from '../table.ts'

/** What is connected, as the client finds it again. Nothing is asked of a node, so it works without one. */
export async function status(context: Context): Promise<Outcome> {
  const { io, out, flags } = context
  const file = sessionFile(io.env)
  const record = file.read()
  const nothing: Outcome = {
    data: { connected: false, session: file.path },
    text: 'Not connected.\nConnect with: latchkey connect --wallet dev:alice (on a devnet), or see latchkey connect --help.',
    primary: 'disconnected',
  }
  if (!record && flags.wallet === undefined) return nothing
  if (record) await currentNetwork(context, record)
  return withSession(context, async ({ reference, address, account, network, client }) => {
    const { status: phase } = client.account.state[network.chainNamespace]
    return {
      data: {
        connected: true,
        status: phase,
        wallet: reference,
        address,
        account,
        network: network.caipNetworkId,
        session: file.path,
      },
      text: `${out.colour.green('Connected')}\n${fields([
        ['wallet', reference],
        ['address', address],
        ['network', `${network.name} ${out.colour.dim(network.caipNetworkId)}`],
        ['endpoint', network.rpcUrls.default.http.map(endpointLabel).join(', ')],
        ['session', file.path],
      ])}`,
      primary: address,
      network: network.caipNetworkId,
    }
  }).catch((error) => {
    if (error instanceof CliError && error.code === 'connection/not-connected') return nothing
    throw error
  })
}
