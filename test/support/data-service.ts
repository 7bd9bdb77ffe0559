import type { WireBalance, WireProfile, WireTransaction } from '../../src/servers/data/wire.ts'

/** Creates a minimal client of a data service. */
export function dataClient(url: string) {
  async function send(path: string, init: RequestInit = {}) {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    const type = response.headers.get('content-type')
    if (type !== 'application/json') throw new Error(`${path}: ${response.status} ${type} ${text}`)
    return { status: response.status, body: JSON.parse(text) }
  }
  const query = (values: Readonly<Record<string, string | undefined>>) =>
    new URLSearchParams(
      Object.entries({ projectId: 'test', ...values }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    )
  const get = (path: string, values: Readonly<Record<string, string | undefined>> = {}) =>
    send(`${path}?${query(values)}`)
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  return {
    send,
    get,
    post,
    async balances(address: string, chainId?: string): Promise<readonly WireBalance[]> {
      const { body } = await get(`/v1/account/${address}/balance`, { currency: 'usd', chainId })
      return body.balances
    },
    async history(address: string, chainId?: string, cursor?: string): Promise<HistoryPage> {
      return (await get(`/v1/account/${address}/history`, { chainId, cursor })).body
    },
    async profile(name: string): Promise<WireProfile> {
      return (await get(`/v1/profile/account/${name}`, { apiVersion: '2' })).body
    },
  }
}

interface HistoryPage {
  readonly data: readonly WireTransaction[]
  readonly next: string | null
}

/** Describes a transaction in one line: operation, status, and transfers. */
export function rowOf({ metadata, transfers }: WireTransaction): string {
  const sign = { in: '+', out: '-', self: '=' }
  const moved = transfers.map(
    ({ direction, quantity, fungible_info }) =>
      `${sign[direction]}${quantity.numeric} ${fungible_info?.symbol}`,
  )
  return [metadata.operationType, metadata.status, ...moved].join(' ')
}
