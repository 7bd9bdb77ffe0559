import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withEndpoints } from '../../cli/args/networks.ts'
import { provenDecimals } from '../../cli/args/proven-decimals.ts'
import type { CaipAssetId } from '../../src/core/chain/caip.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/**
 * Returns a network of the devnet, a token on this network, and a node that reports two decimals more than the token
 * has.
 */
async function opened() {
  const network = devnet.networks.find(({ id }) => String(id) === '31337')!
  const url = network.rpcUrls.default.http[0]!
  const { asset, decimals } = devnet.tokens.find((each) =>
    each.asset.startsWith(`${network.caipNetworkId}/`),
  )!
  const contract = asset.slice(asset.lastIndexOf(':') + 1)
  const liar = await lyingNode(url, (method, result, [call]) =>
    method === 'eth_call' && (call as { data?: string }).data === '0x313ce567' ? word(decimals + 2) : result,
  )
  onTestFinished(() => liar.stop())
  const held = async () => {
    const owner = devAccounts.bob!.eip155!.address.slice(2).padStart(64, '0')
    return BigInt(
      await nodeRpc<string>(url, 'eth_call', [{ to: contract, data: `0x70a08231${owner}` }, 'latest']),
    )
  }
  const send = (node: string, ...more: string[]) => {
    const what = ['send', '--to', 'dev:bob', '--amount', '2', '--asset', asset, '--wait', '--yes', '--json']
    const on = ['-w', 'dev:alice', '-n', network.caipNetworkId, '--rpc', node]
    return runCli([...what, ...on, ...more], { env: { LATCHKEY_HOME: tempDir() } })
  }
  return { network, url, liar, asset: asset as CaipAssetId, decimals, held, send }
}

describe('latchkey send of a token', () => {
  it("doesn't trust a single node for the decimals", async () => {
    const { liar, decimals, held, send } = await opened()
    const before = await held()
    const ran = await send(liar.url)
    expect(await held()).toBe(before)
    expect(ran.json().error, ran.stdout).toMatchObject({
      message: expect.stringMatching(
        new RegExp(`^decimals: .*only 127\\.0\\.0\\.1:\\d+ says.* ${decimals + 2}`),
      ),
      hint: expect.stringContaining(`--decimals ${decimals + 2}`),
    })
  })

  it("sends nothing if the node's decimals differ from the given decimals", async () => {
    const { liar, decimals, held, send } = await opened()
    const before = await held()
    const ran = await send(liar.url, '--decimals', String(decimals))
    expect(await held()).toBe(before)
    expect(ran.json().error?.message).toMatch(new RegExp(`^decimals: .*${decimals + 2}.*${decimals}`))
  })

  it('sends the amount with the given decimals if the node reports the same decimals', async () => {
    const { url, decimals, held, send } = await opened()
    const before = await held()
    const ran = await send(url, '--decimals', String(decimals))
    expect(ran.code, ran.stdout).toBe(0)
    expect((await held()) - before).toBe(2n * 10n ** BigInt(decimals))
  })

  it('warns in a dry run that only one node reports the decimals', async () => {
    const { url, send } = await opened()
    const { data } = (await send(url, '--dry-run')).json()
    expect(data.warnings).toContainEqual(expect.stringMatching(/^only 127\.0\.0\.1:\d+ says/))
  })

  it.each(['-1', '256', '1.5', 'six'])('refuses --decimals %s', async (text) => {
    const { url, send } = await opened()
    expect((await send(url, `--decimals=${text}`)).json().error?.message).toMatch(/^decimals: /)
  })
})

describe('the decimals of a token', () => {
  const { signal } = new AbortController()

  it('are accepted if nodes on two hosts agree, and refused if these nodes differ', async () => {
    const { network, url, liar, asset, decimals } = await opened()
    const honest = await lyingNode(url, (_, result) => result)
    onTestFinished(() => honest.stop())
    const on = (...http: string[]) => ({ ...network, rpcUrls: { default: { http } } })
    const proof = (...http: string[]) =>
      provenDecimals({ io: { env: { LATCHKEY_HOME: tempDir() } }, signal }, on(...http), asset, {
        told: decimals,
        symbol: 'X',
      })
    const elsewhere = (node: string) => node.replace('127.0.0.1', 'localhost')
    expect(await proof(url, elsewhere(honest.url))).toEqual({ decimals })
    await expect(proof(url, elsewhere(liar.url))).rejects.toThrow(/^decimals: .* disagree/)
    // All URLs of a host count as one node, also at different ports.
    for (const same of [url, honest.url])
      expect((await proof(url, same)).unverified, same).toMatch(/^only 127\.0\.0\.1:\d+ says/)
    const dotted = elsewhere(honest.url).replace('localhost', 'localhost.')
    expect((await proof(elsewhere(url), dotted)).unverified).toMatch(/^only localhost:\d+ says/)
  })

  it('are taken from the configuration, whatever a node says', async () => {
    const { network, url } = await opened()
    const cosmos = {
      ...withEndpoints(network, [url]),
      caipNetworkId: 'cosmos:x-1',
      chainNamespace: 'cosmos',
      cosmos: { bech32Prefix: 'x', denom: 'ux', currencies: [{ denom: 'uy', decimals: 6, symbol: 'Y' }] },
    } as never
    const at = (told: number) =>
      provenDecimals(
        { io: { env: { LATCHKEY_HOME: tempDir() } }, signal },
        cosmos,
        'cosmos:x-1/native:uy' as never,
        {
          told,
          symbol: 'Y',
        },
      )
    expect(await at(6)).toEqual({ decimals: 6 })
    await expect(at(8)).rejects.toThrow(/^decimals: .*8.*6/)
  })
})
