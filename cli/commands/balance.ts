import { type CaipAddress, type ChainAdapter, type ChainNetwork, formatUnits } from 'latchkey'
import { homeOfAddress } from '../args/address-home.ts'
import {
  assetOf,
  type GivenAsset,
  type NamedAsset,
  readBalance,
  resolveAccount,
  resolveAsset,
} from '../args/assets.ts'
import { networkNamed } from '../args/family-meant.ts'
import { knownNetworks, resolveNetwork } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { withClient } from '../session/client.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { sessionFile } from '../state/session.ts'

export async function balance(
  context: Context,
  account: string | undefined,
  given: GivenAsset = {},
): Promise<Outcome> {
  const { env } = context.io
  const asset = assetOf(given)
  const network = account === undefined ? undefined : await networkOf(context, account, asset)
  if (account === undefined || !network) {
    await requireNetworkFor(context, account)
    const use = async ({ adapter, network, address }: Session) =>
      read(
        context,
        adapter,
        network,
        account === undefined ? address : await resolveAccount(env, 'account', account, network),
        asset,
      )
    return withSession(context, use, { mentions: [account, asset?.text] })
  }
  const address = await resolveAccount(env, 'account', account, network)
  return withClient(context, { network }, async (client) =>
    read(context, await client.adapter(familyOf(network)), network, address, asset),
  )
}

/**
 * If there is no session, refuses a plain address, because such an address needs `--network`. The error lists the networks that
 * accept the address.
 */
async function requireNetworkFor(context: Context, account: string | undefined): Promise<void> {
  if (account === undefined || account.includes(':') || context.flags.wallet !== undefined) return
  const home = await homeOfAddress(account, await knownNetworks(context.io.env))
  if (!home || sessionFile(context).of(home.family)) return
  const names = home.networks.slice(0, 6).map(({ alias }) => alias)
  const use =
    names.length > 0 ? `--network with one of ${names.join(', ')}` : '--network <CAIP-2 id> and --rpc <url>'
  throw invalid('network', 'is missing', `It is an address of ${home.family}: use ${use}.`)
}

async function networkOf(
  { io, flags }: Context,
  account: string,
  asset: NamedAsset | undefined,
): Promise<ChainNetwork | undefined> {
  const [ofAccount, ofAsset] = [networkNamed([account]), networkNamed([asset?.text])]
  const named = flags.network ?? ofAccount ?? ofAsset
  if (named === undefined) return undefined
  const field = flags.network !== undefined ? 'network' : ofAccount ? 'account' : asset?.field
  return resolveNetwork(io.env, named, { rpc: flags.rpc, ...(field && { field }) })
}

async function read(
  context: Context,
  adapter: ChainAdapter,
  network: ChainNetwork,
  address: string,
  named: NamedAsset | undefined,
): Promise<Outcome> {
  const { io } = context
  const { shownUnits } = await import('latchkey/wallets')
  const asset = named === undefined ? undefined : await resolveAsset(io.env, named, network)
  const id = network.caipNetworkId
  const account: CaipAddress = `${id}:${address}`
  const held = await readBalance(adapter, network, account, asset, context, named?.field)
  const { value, decimals, symbol, multiplier } = held
  const amount = shownUnits(held)
  const own = multiplier === undefined ? '' : ` (${formatUnits(value, decimals)} × ${multiplier})`
  return {
    data: {
      account,
      asset: asset ?? null,
      amount,
      value,
      decimals,
      symbol,
      ...(multiplier !== undefined && { multiplier }),
    },
    text: `${amount} ${symbol}${own}`,
    primary: amount,
    network: id,
  }
}
