import { devAccounts, type Relay, startRelay } from 'latchkey/devnet'
import { type Danger, dangers, headlessWallet } from 'latchkey/wallets'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBareDapp } from '../support/bare-dapp.ts'
import { answers, fakeEndpoint } from '../support/loopback.ts'
import { devNetworks } from '../support/relayed-clients.ts'

let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
afterAll(() => relay.stop())

const spender = `0x${'5'.repeat(40)}`

/** Connects a wallet with this policy to a page, over a relay. */
async function paired(allowDanger?: readonly Danger[]) {
  const networks = devNetworks('eip155')
  const [{ caipNetworkId, id }] = networks as [(typeof networks)[number]]
  const asked: string[] = []
  const wallet = await headlessWallet({
    relayUrl: relay.url,
    networks,
    accounts: [devAccounts.alice!],
    allowDanger,
    // A node without the price contracts of rollups. The wallet asks for nothing else, because the requests have all their
    // fields.
    fetch: fakeEndpoint((calls) => answers(calls, () => '0x')).fetch,
    approve: async ({ method }) => void asked.push(method),
  })
  const dapp = await openBareDapp(relay.url)
  onTestFinished(async () => {
    await dapp.close()
    await wallet.stop()
  })
  const methods = ['eth_signTypedData_v4', 'eth_sendTransaction', 'personal_sign']
  const { uri, settled } = await dapp.propose({ eip155: { chains: [caipNetworkId], methods, events: [] } })
  const { topic, namespaces } = await wallet.pair(uri)
  await settled
  const owner = namespaces.eip155!.accounts[0]!.slice(caipNetworkId.length + 1)
  const ask = (method: string, params: readonly unknown[]) =>
    dapp.request<string>(topic, caipNetworkId, method, params)
  const permit = (value: string) =>
    ask('eth_signTypedData_v4', [
      owner,
      JSON.stringify({
        domain: { chainId: Number(id), verifyingContract: `0x${'c'.repeat(40)}` },
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message: { owner, spender, value, nonce: 0, deadline: 1_803_902_400 },
      }),
    ])
  return { ask, permit, owner, asked }
}
const most = String(2n ** 256n - 1n)

describe('a headless wallet', () => {
  it('refuses a dangerous request and names the danger, but signs a similar request that has a limit', async () => {
    const { permit, asked } = await paired()
    await expect(permit(most)).rejects.toMatchObject({
      code: 5000,
      message: expect.stringMatching(/Permit: 0x5+ may spend unlimited .* doesn't allow "unlimited"/),
    })
    expect(asked).toEqual([])
    await expect(permit('5')).resolves.toMatch(/^0x/)
    expect(asked).toEqual(['eth_signTypedData_v4'])
  })

  it("signs a request only if its policy names the request's danger", async () => {
    const { ask, permit, owner } = await paired(['unlimited'])
    await expect(permit(most)).resolves.toMatch(/^0x/)
    const hash = `0x${'ff'.repeat(32)}`
    await expect(ask('personal_sign', [hash, owner])).rejects.toMatchObject({
      code: 5000,
      message: expect.stringContaining('doesn\'t allow "unknown"'),
    })
  })

  it('signs every request if its policy names all dangers', async () => {
    const { ask, owner } = await paired(dangers)
    await expect(ask('personal_sign', [`0x${'ff'.repeat(32)}`, owner])).resolves.toMatch(/^0x/)
  })

  it('refuses a dangerous call that is nested in another call', async () => {
    const { ask, owner } = await paired()
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender as `0x${string}`, BigInt(most)],
    })
    const multicall = encodeFunctionData({
      abi: [{ type: 'function', name: 'multicall', inputs: [{ type: 'bytes[]' }] }] as never,
      functionName: 'multicall',
      args: [[approve]],
    } as never)
    const fee = { gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x0', nonce: '0x0' }
    const call = { from: owner, to: `0x${'c'.repeat(40)}`, data: multicall, ...fee }
    await expect(ask('eth_sendTransaction', [call])).rejects.toMatchObject({ code: 5000 })
  })
})
