import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { fickleToken } from '../support/contracts/fickle-token.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

it('latchkey send sends nothing if the decimals of the token changed after the amount was parsed', {
  tags: ['ci'],
}, async () => {
  const { caipNetworkId, rpcUrls } = devnet.networks.find(({ id }) => String(id) === '31337')!
  const [url = ''] = rpcUrls.default.http
  const token = fickleToken(url, '0x00000000000000000000000000000000dec10c11')
  await token.install(6)
  const sent: string[] = []
  const node = await lyingNode(url, async (method, result) => {
    // The token's decimals change when the node answers the estimate: after the amount was parsed, and before the send.
    if (method === 'eth_estimateGas') await token.setDecimals(2)
    if (/sendRawTransaction/.test(method)) sent.push(method)
    return result
  })
  onTestFinished(() => node.stop())
  const argv = [
    'send',
    '--to',
    'dev:bob',
    '--amount',
    '1.5',
    '--asset',
    `${caipNetworkId}/erc20:${token.address}`,
    '--decimals',
    '6',
  ]
  const on = ['-w', 'dev:alice', '-n', caipNetworkId, '--rpc', node.url, '--yes', '--json']
  const ran = await runCli([...argv, ...on], { env: { LATCHKEY_HOME: tempDir() } })
  expect(ran.json().error, ran.stdout).toMatchObject({
    code: 'validation/invalid-input',
    message: expect.stringMatching(/^decimals: .*with 6 decimals, but .* has 2/),
  })
  expect(sent).toEqual([])
})
