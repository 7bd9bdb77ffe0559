import type { CaipNetworkId } from 'latchkey'
import type { OwnNodes } from 'latchkey/servers'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import { isHttpUrl } from './input.ts'
import { resolveNetwork } from './networks.ts'

type Providers = NonNullable<OwnNodes['providers']>

interface Named {
  /** The URL that serves all networks. */
  url?: string
  /** The URLs of single networks. */
  readonly urls: Map<CaipNetworkId, string>
}

const hint = 'Name each with its URL: blockscout=https://blockscout.example'

/** The providers of the data service, from `name=url` and `name:network=url`. Their keys are read from the environment. */
export async function dataProviders(
  { io, out }: Pick<Context, 'io' | 'out'>,
  given: readonly string[],
): Promise<Providers> {
  const named = new Map<string, Named>()
  for (const text of given) {
    const [, name = '', network, url] = /^([a-z]+)(?::([^=]+))?=(.+)$/.exec(text) ?? []
    if (!Object.hasOwn(makers, name)) {
      const known = `There are ${Object.keys(makers).join(', ')}.`
      throw invalid(
        'data-providers',
        `"${text.slice(0, 100)}" is not a provider with its URL`,
        `${hint}. ${known}`,
      )
    }
    if (!isHttpUrl(url)) throw invalid('data-providers', `"${url}" is not the URL of ${name}`, hint)
    const one: Named = named.get(name) ?? { urls: new Map() }
    named.set(name, one)
    if (network === undefined) one.url = url
    else one.urls.set((await resolveNetwork(io.env, network, { field: 'data-providers' })).caipNetworkId, url)
    if (one.url !== undefined && one.urls.size > 0)
      throw invalid('data-providers', `${name} has a URL with a network and a URL without one`, hint)
  }
  return Promise.all(
    [...named].map(([name, { url, urls }]) => {
      const key = io.env[`${name.toUpperCase()}_KEY`] || undefined
      if (key) out.secret(key)
      return makers[name as keyof typeof makers]({ url: url ?? Object.fromEntries(urls), key })
    }),
  )
}

interface Parts {
  readonly url: string | Readonly<Record<CaipNetworkId, string>>
  readonly key: string | undefined
}

/** The URL of a provider with one service for all networks. */
function single(name: string, { url }: Parts): string {
  if (typeof url === 'string') return url
  throw invalid(
    'data-providers',
    `${name} has one URL for all networks`,
    `Leave the network out: ${name}=https://…`,
  )
}

const makers = {
  blockscout: async ({ url }: Parts) => (await import('latchkey/providers/blockscout')).blockscout({ url }),
  coingecko: async (parts: Parts) =>
    (await import('latchkey/providers/coingecko')).coingecko({
      url: single('coingecko', parts),
      key: parts.key,
    }),
  defillama: async (parts: Parts) =>
    (await import('latchkey/providers/defillama')).defillama({ url: single('defillama', parts) }),
}
