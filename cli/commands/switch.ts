import { CliError, invalid } from '../cli-error.ts'
import { requireUsable, withSession } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { resolveNetwork } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { sessionFile } from '../state/session.ts'
import { parseWallet } from '../wallets/reference.ts'

/** Moves the connected wallet, and remembers where it is. */
export async function switchNetwork(context: Context, text: string): Promise<Outcome> {
  const { flags, io, signal } = context
  // Here an endpoint is one of the network to go to.
  const target = await resolveNetwork(io.env, text, { rpc: flags.rpc })
  const record = sessionFile(io.env).read()
  const wallet = flags.wallet ?? record?.wallet
  if (wallet !== undefined) requireUsable(parseWallet(wallet), target)
  if (record && flags.wallet === undefined && record.network.chainNamespace !== target.chainNamespace)
    throw invalid(
      'network',
      `${target.caipNetworkId} is of another chain family than the connected wallet`,
      `Connect there: latchkey connect --wallet ${record.wallet} --network ${text}`,
    )
  const here = { ...context, flags: { ...flags, rpc: undefined } }
  return withSession(
    here,
    async ({ client, adapter, connectionId, network, file, unlock, reference, relay, networks }) => {
      await unlock()
      await client.switchNetwork(target.caipNetworkId, { signal })
      const connection = adapter.connections().find(({ id }) => id === connectionId)
      const now = connection?.network.caipNetworkId
      if (!connection || now !== target.caipNetworkId)
        throw new CliError(
          'network/wrong-chain',
          exitCodes.unsupported,
          `The wallet stayed on ${now ?? 'no network'}`,
        )
      // Where addresses are spelled by network, the same account has another one there.
      const { address } = connection.accounts[0]
      if (flags.wallet === undefined)
        file.write({
          wallet: reference,
          address,
          network: target,
          ...(flags.rpc && { rpc: flags.rpc }),
          ...(relay && { relay }),
          ...(networks && { networks }),
        })
      return {
        data: { from: network.caipNetworkId, to: target.caipNetworkId, address },
        text: `Switched from ${network.name} to ${target.name} (${target.caipNetworkId}).`,
        primary: target.caipNetworkId,
        network: target.caipNetworkId,
      }
    },
    [target],
  )
}
