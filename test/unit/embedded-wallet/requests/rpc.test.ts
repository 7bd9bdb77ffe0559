import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { networksFrom } from '../../../../src/embedded-wallet/networks.ts'
import { rpcAnswers } from '../../../../src/embedded-wallet/requests/rpc.ts'

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = (id: `eip155:${number}`, host: string) => ({
  id,
  name: host,
  rpcUrl: `https://${host}/`,
  nativeCurrency,
})

it('reads from the network that was active when the request arrived', async () => {
  const networks = networksFrom(
    [network('eip155:1', 'one.example'), network('eip155:10', 'ten.example')],
    null,
    'eip155:1',
  )
  const asked: string[] = []
  const { answer } = rpcAnswers({
    ...{ networks, clock: manualClock(), health: new Map() },
    fetch: async (input: string | URL, init?: RequestInit) => {
      asked.push(new URL(input).host)
      const { id } = JSON.parse(String(init?.body)) as { readonly id: number }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  } as never)
  const reading = answer({ method: 'eth_blockNumber', params: [] } as never)
  networks.moveTo(10)
  await expect(reading).resolves.toBe('0x1')
  expect(asked).toEqual(['one.example'])
})
