import type { CaipAssetId, ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import type { Env } from '../io.ts'
import { chainReader } from '../nodes/chain-reader.ts'
import { hostsOf } from '../nodes/hosts-of.ts'
import { statedCoin } from '../nodes/stated-coin.ts'
import { invalid } from '../output/cli-error.ts'
import { printable } from '../output/printable.ts'
import { readDevnet } from '../state/devnet-status.ts'

export interface ProvenDecimals {
  readonly decimals: number
  /** The reason why the decimals aren't proven: a sentence without its full stop. Undefined if the decimals are proven. */
  readonly unverified?: string | undefined
}

interface Told {
  /** The decimals that the session's node reported. */
  readonly told: number
  readonly symbol: string
  readonly given?: string | undefined
}

/**
 * Returns the decimals that the session's node reported for a token or, without `asset`, for the coin of a Polkadot network. They
 * count as proven if the user, the configuration or a node on another host states the same decimals.
 * @throws a usage error if the user, the configuration or another node states other decimals
 */
export async function provenDecimals(
  { io, signal }: Pick<Context, 'signal'> & { readonly io: Pick<Context['io'], 'env'> },
  network: ChainNetwork,
  asset: CaipAssetId | undefined,
  { told, symbol, given }: Told,
): Promise<ProvenDecimals> {
  const what = asset ? 'token' : 'coin'
  const named = given === undefined ? asset && configured(io.env, network, asset) : wholeNumber(given)
  if (named !== undefined) {
    if (named === told) return { decimals: told }
    const by = given === undefined ? 'the configuration says' : 'you gave'
    if (!asset)
      throw invalid('decimals', `amounts of the coin have ${told} decimals here, and ${by} ${named}`, nothing)
    throw invalid('decimals', `the node says that the token has ${told}, and ${by} ${named}`, nothing)
  }
  // A Polkadot node may not state the decimals of its coin. The network then has the usual decimals.
  const doubt = (host: string) =>
    `${asset ? 'only' : 'at most'} ${host} says that ${printable(symbol)} has ${told} decimals`
  const hosts = hostsOf(network)
  if (hosts.length < 2) {
    const [[host = 'one node'] = []] = hosts
    return { decimals: told, unverified: doubt(host) }
  }
  const answers = await Promise.all(
    hosts.map(async ([host, url]) => {
      if (!asset) return [host, (await statedCoin(url))?.decimals] as const
      const alone = { ...network, rpcUrls: { default: { http: [url] } } }
      const reader = await chainReader(alone, signal)
      return [host, await reader.decimals(asset).catch(() => undefined)] as const
    }),
  )
  signal.throwIfAborted()
  const known = answers.flatMap(([host, decimals]) => (decimals === undefined ? [] : [{ host, decimals }]))
  const different = known.find(({ decimals }) => decimals !== told)
  if (different)
    throw invalid(
      'decimals',
      `the nodes disagree: the ${what} has ${told}, or ${different.decimals} by ${different.host}`,
      nothing,
    )
  if (known.length > 1) return { decimals: told }
  const host = known[0]?.host ?? 'one node'
  return { decimals: told, unverified: doubt(host) }
}

const nothing = 'Nothing was signed.'

function configured(env: Env, { cosmos }: ChainNetwork, asset: CaipAssetId): number | undefined {
  const own = asset.slice(asset.indexOf('/') + 1)
  const currency = cosmos?.currencies?.find(({ denom }) => {
    const spellings = [`native:${denom}`, `native:${encodeURIComponent(denom)}`, denom.replace('/', ':')]
    return spellings.some((each) => each.toLowerCase() === own.toLowerCase())
  })
  const token = readDevnet(env)?.tokens.find((each) => each.asset.toLowerCase() === asset.toLowerCase())
  return currency?.decimals ?? token?.decimals
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 255) return Number(text)
  throw invalid('decimals', `"${printable(text)}" is not a whole number from 0 to 255`)
}
