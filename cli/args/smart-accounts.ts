import type { ServiceNetwork, ServiceSmartAccounts } from 'latchkey/servers'
import { invalid } from '../output/cli-error.ts'
import { isHttpUrl } from './input.ts'

export interface SmartAccountFlags {
  readonly bundlers?: readonly string[]
  readonly paymasters?: readonly string[]
  readonly accountFactory?: string
}

export function smartAccountsOf(
  { bundlers = [], paymasters = [], accountFactory }: SmartAccountFlags,
  networks: readonly ServiceNetwork[],
): readonly ServiceSmartAccounts[] {
  const pays = new Map(paymasters.map((text) => chainAndUrl('paymasters', text)))
  const takes = new Map(bundlers.map((text) => chainAndUrl('bundlers', text)))
  if (takes.size === 0) {
    if (pays.size > 0 || accountFactory !== undefined)
      throw invalid('bundlers', 'is missing: smart accounts need it')
    return []
  }
  if (accountFactory === undefined || !/^0x[\da-f]{40}$/i.test(accountFactory))
    throw invalid('account-factory', accountFactory === undefined ? 'is missing' : 'is not an address')
  for (const chainId of [...takes.keys(), ...pays.keys()]) {
    if (!networks.some(({ id }) => id === `eip155:${chainId}`))
      throw invalid('bundlers', `eip155:${chainId} is not one of the networks`, 'Name it with --networks.')
    if (!takes.has(chainId)) throw invalid('paymasters', `eip155:${chainId} has no bundler`)
  }
  return [...takes].map(([chainId, bundlerUrl]) => {
    const paymasterUrl = pays.get(chainId)
    return {
      chainId,
      bundlerUrl,
      factory: accountFactory,
      ...(paymasterUrl !== undefined && { paymasterUrl }),
    }
  })
}

function chainAndUrl(field: string, text: string): readonly [number, string] {
  const [id = '', ...rest] = text.split('=')
  const url = rest.join('=')
  if (!/^[1-9]\d{0,14}$/.test(id)) throw invalid(field, `"${text}" doesn't start with a chain number`)
  if (!isHttpUrl(url))
    throw invalid(field, `"${url}" is not a URL`, `For example: --${field} ${id}=https://service.example`)
  return [Number(id), url]
}
