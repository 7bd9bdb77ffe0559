import type { CaipNetworkId } from 'latchkey'
import type { OwnNodes } from 'latchkey/servers'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import { isHttpUrl } from './input.ts'
import { resolveNetwork } from './networks.ts'

type Providers = NonNullable<OwnNodes['providers']>

interface Named {
  url?: string
  readonly urls: Map<CaipNetworkId, string>
}

const hint = 'Name each with its URL: blockscout=https://blockscout.example'

/**
 * Returns the providers of the data service. The values of `--data-providers` are `name=url` or `name:network=url`. Keys come from
 * the environment, such as `COINGECKO_KEY`.
 * @param served The networks that have a node.
 */
export async function dataProviders(
  { io, out }: Pick<Context, 'io' | 'out'>,
  given: readonly string[],
  served: readonly CaipNetworkId[],
): Promise<Providers> {
  const named = new Map<string, Named>()
  for (const text of given) {
    const [, name = '', network, url] = /^([a-z-]+)(?::([^=]+))?=(.+)$/.exec(text) ?? []
    if (!Object.hasOwn(makers, name)) {
      const known = `There are ${Object.keys(makers).join(', ')}.`
      throw invalid(
        'data-providers',
        `"${text.slice(0, 100)}" is not a provider with its URL`,
        `${hint}. ${known}`,
      )
    }
    if (!isHttpUrl(url)) throw invalid('data-providers', `"${url}" is not the URL of ${name}`, hint)
    checkParts(name, new URL(url))
    const one: Named = named.get(name) ?? { urls: new Map() }
    named.set(name, one)
    if (network === undefined) one.url = url
    else one.urls.set(await networkOf(network), url)
    if (one.url !== undefined && one.urls.size > 0)
      throw invalid('data-providers', `${name} has a URL with a network and a URL without one`, hint)
  }
  return Promise.all(
    [...named].map(([name, { url, urls }]) => {
      for (const id of urls.keys()) checkNetwork(name, id)
      const key = io.env[`${name.toUpperCase()}_KEY`] || undefined
      if (key) out.secret(key)
      return makers[name as keyof typeof makers]({ url: url ?? Object.fromEntries(urls), key })
    }),
  )

  async function networkOf(text: string): Promise<CaipNetworkId> {
    const one = served.find((id) => id === text)
    return one ?? (await resolveNetwork(io.env, text, { field: 'data-providers' })).caipNetworkId
  }
  function checkNetwork(name: string, id: CaipNetworkId): void {
    if (!served.includes(id))
      throw invalid(
        'data-providers',
        `${name} has a URL for ${id}, which is not in --data-networks`,
        `Add its node: --data-networks ${id}=https://node.example`,
      )
    const [namespace] = id.split(':')
    const supported = Object.hasOwn(families, name) ? families[name as keyof typeof families] : namespace
    if (namespace !== supported)
      throw invalid('data-providers', `${name} doesn't support ${namespace}`, `It supports ${supported}.`)
  }
}

/** Refuses the parts of a URL that aren't sent to the provider. The message contains no secret. */
function checkParts(name: string, { search, hash, username, password }: URL): void {
  const keyHint = ['blockscout', 'cosmos-rest', 'defillama', 'mempool'].includes(name)
    ? 'It needs no key.'
    : `Set the key in the environment variable ${name.toUpperCase()}_KEY.`
  if (search || hash)
    throw invalid('data-providers', `the URL of ${name} has a query, which would not be sent`, keyHint)
  if (username || password)
    throw invalid('data-providers', `the URL of ${name} has a user and password, which would not be sent`)
}

interface Parts {
  readonly url: string | Readonly<Record<CaipNetworkId, string>>
  readonly key: string | undefined
}

function single(name: string, { url }: Parts): string {
  if (typeof url === 'string') return url
  throw invalid(
    'data-providers',
    `${name} has one URL for all networks`,
    `Leave the network out: ${name}=https://…`,
  )
}

/** The providers that take a URL per network. Each of them serves a single family. */
const families = {
  alchemy: 'eip155',
  blockscout: 'eip155',
  'cosmos-rest': 'cosmos',
  mempool: 'bip122',
  subscan: 'polkadot',
}

const makers = {
  alchemy: async (parts: Parts) => (await import('latchkey/providers/alchemy')).alchemy(parts),
  ankr: async (parts: Parts) =>
    (await import('latchkey/providers/ankr')).ankr({ url: single('ankr', parts), key: parts.key }),
  blockscout: async ({ url }: Parts) => (await import('latchkey/providers/blockscout')).blockscout({ url }),
  coingecko: async (parts: Parts) =>
    (await import('latchkey/providers/coingecko')).coingecko({
      url: single('coingecko', parts),
      key: parts.key,
    }),
  'cosmos-rest': async ({ url }: Parts) =>
    (await import('latchkey/providers/cosmos-rest')).cosmosRest({ url }),
  defillama: async (parts: Parts) =>
    (await import('latchkey/providers/defillama')).defillama({ url: single('defillama', parts) }),
  etherscan: async (parts: Parts) =>
    (await import('latchkey/providers/etherscan')).etherscan({
      url: single('etherscan', parts),
      key: parts.key,
    }),
  async helius(parts: Parts) {
    const url = single('helius', parts)
    // Helius serves transaction histories from a second host. For other URLs, such as those of
    // test networks, that host isn't known, so there is no history.
    const isMainnet = new URL(url).host === 'mainnet.helius-rpc.com'
    const historyUrl = isMainnet ? 'https://api-mainnet.helius-rpc.com' : undefined
    return (await import('latchkey/providers/helius')).helius({ url, historyUrl, key: parts.key })
  },
  mempool: async ({ url }: Parts) => (await import('latchkey/providers/mempool')).mempool({ url }),
  pyth: async (parts: Parts) =>
    (await import('latchkey/providers/pyth')).pyth({ url: single('pyth', parts), key: parts.key }),
  subscan: async (parts: Parts) => (await import('latchkey/providers/subscan')).subscan(parts),
}
