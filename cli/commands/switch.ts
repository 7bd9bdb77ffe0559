import type { ChainNetwork } from 'latchkey'
import { resolveNetwork } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { Outcome } from '../output/output.ts'
import { notConnected } from '../session/session.ts'
import { requireUsable } from '../session/session-network.ts'
import { withSession } from '../session/with-session.ts'
import { type SessionFile, sessionFile, type WalletRecord } from '../state/session.ts'
import { parseWallet } from '../wallets/reference.ts'

export async function switchNetwork(context: Context, text: string): Promise<Outcome> {
  const { flags, io, signal } = context
  // Here, `--rpc` is an endpoint of the target network.
  const target = await resolveNetwork(io.env, text, { rpc: flags.rpc })
  const file = sessionFile(context)
  const family = familyOf(target)
  const wallet = flags.wallet ?? file.of(family)?.wallet
  if (wallet !== undefined) requireUsable(parseWallet(wallet), target)
  else if (file.active()) throw elsewhere(target, text, file)
  const record = flags.wallet === undefined ? file.of(family) : undefined
  // The wallet is already on this network. With `--rpc` or a stored endpoint, continue, because the
  // code below replaces the stored endpoint.
  if (record?.network.caipNetworkId === target.caipNetworkId && !flags.rpc && !record.rpc)
    return alreadyThere(file, record)
  // A stored wallet switches from its stored network, whichever network the flag or LATCHKEY_NETWORK names.
  const network = flags.wallet === undefined ? undefined : flags.network
  const here = { ...context, flags: { ...flags, rpc: undefined, network } }
  return withSession(
    here,
    async ({ client, adapter, connectionId, network, file, unlock, reference, relay, networks }) => {
      // A WalletConnect session covers several networks. The wallet is asked only if the network is
      // new to the session.
      if (relay === undefined) await unlock()
      await client.switchNetwork(target.caipNetworkId, { signal })
      const connection = adapter.connections().find(({ id }) => id === connectionId)
      const now = connection?.network.caipNetworkId
      if (!connection || now !== target.caipNetworkId)
        throw new CliError(
          'network/wrong-chain',
          exitCodes.unsupported,
          `The wallet stayed on ${now ?? 'no network'}`,
        )
      // In some families, the address contains the network.
      const { address } = connection.accounts[0]
      if (flags.wallet === undefined)
        file.write({ wallet: reference, address, network: target, rpc: flags.rpc, relay, networks })
      return {
        data: { from: network.caipNetworkId, to: target.caipNetworkId, address },
        text: `Switched from ${network.name} to ${target.name} (${target.caipNetworkId}).`,
        primary: target.caipNetworkId,
        network: target.caipNetworkId,
      }
    },
    { others: [target], family },
  )
}

/** Reports that the network stays the same. The wallet becomes the active wallet anyway. */
function alreadyThere(file: SessionFile, record: WalletRecord): Outcome {
  const { address, network } = record
  const id = network.caipNetworkId
  file.write(record)
  return {
    data: { from: id, to: id, address },
    text: `The wallet is on ${network.name} (${id}) already.`,
    primary: id,
    network: id,
  }
}

function elsewhere(target: ChainNetwork, text: string, file: SessionFile): CliError {
  const { code, exitCode, message } = notConnected(familyOf(target))
  const wallet = file.active()?.wallet
  const usable = wallet?.startsWith('dev:') ? wallet : '<wallet>'
  return new CliError(code, exitCode, message, {
    hint: `Connect a wallet there too: latchkey connect --wallet ${usable} --network ${text}`,
  })
}
