import type { ChainAdapter, ChainNetwork } from 'latchkey'
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
import { withSession } from '../session/with-session.ts'
import { sessionFile } from '../state/session.ts'

interface Asked {
  readonly account: string | undefined
  readonly asset: NamedAsset | undefined
}

/** Reads the balance of the connected account, or of any account when it and its network are given. */
export async function balance(
  context: Context,
  account: string | undefined,
  given: GivenAsset = {},
): Promise<Outcome> {
  const options = { account, asset: assetOf(given) }
  const { env } = context.io
  const network = await namedNetwork(context, options)
  if (!network) await requireNetworkFor(context, options.account)
  if (options.account === undefined || !network) {
    return withSession(
      context,
      async ({ adapter, network: here, address }) => {
        const account =
          options.account === undefined
            ? address
            : await resolveAccount(env, 'account', options.account, here)
        return read(context, adapter, here, account, options.asset)
      },
      { mentions: [options.account, options.asset?.text] },
    )
  }
  const address = await resolveAccount(env, 'account', options.account, network)
  return withClient(context, { network }, async (client) =>
    read(context, await client.adapter(familyOf(network)), network, address, options.asset),
  )
}

/**
 * Without a session only `--network` can tell the network of a plain address.
 * @throws a usage error that lists networks of the address
 */
async function requireNetworkFor(context: Context, account: string | undefined): Promise<void> {
  if (account === undefined || account.includes(':') || context.flags.wallet !== undefined) return
  const home = await homeOfAddress(account, await knownNetworks(context.io.env))
  if (!home || sessionFile(context).of(home.family)) return
  const names = home.networks.map(({ alias }) => alias)
  throw invalid(
    'network',
    'is missing',
    names.length > 0
      ? `It is an address of ${home.family}: use --network with one of ${names.slice(0, 6).join(', ')}.`
      : `It is an address of ${home.family}: use --network <CAIP-2 id> and --rpc <url>.`,
  )
}

/** The network of `--network`, else the one that the account or the asset names. */
async function namedNetwork(
  { io, flags }: Context,
  { account, asset }: Asked,
): Promise<ChainNetwork | undefined> {
  if (account === undefined) return undefined
  const said = (mention: string | undefined) => networkNamed([mention])
  const named = flags.network ?? said(account) ?? said(asset?.text)
  if (named === undefined) return undefined
  const field = flags.network !== undefined ? 'network' : said(account) ? 'account' : asset?.field
  return resolveNetwork(io.env, named, { rpc: flags.rpc, ...(field && { field }) })
}

async function read(
  { io, signal }: Context,
  adapter: ChainAdapter,
  network: ChainNetwork,
  address: string,
  named: NamedAsset | undefined,
): Promise<Outcome> {
  const { formatUnits } = await import('latchkey')
  const asset = named === undefined ? undefined : await resolveAsset(io.env, named, network)
  const id = network.caipNetworkId
  const { value, decimals, symbol } = await readBalance(
    adapter,
    network,
    `${id}:${address}`,
    asset,
    signal,
    named?.field,
  )
  const amount = formatUnits(value, decimals)
  return {
    data: { account: `${id}:${address}`, asset: asset ?? null, amount, value, decimals, symbol },
    text: `${amount} ${symbol}`,
    primary: amount,
    network: id,
  }
}
