import { describe, expect, it } from 'vitest'
import { PolkadotChain } from '../../../../src/adapters/polkadot/chain/chain.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { quirkNodes } from '../../../support/quirk-nodes.ts'

const node = await quirkNodes.polkadot()
const { account, amount, to, balance } = node
const sender = account.address

/** Returns a chain whose node states these properties, and the network with these decimals in the host's options. */
function chainWith(properties: object, decimals: number) {
  const calls: string[] = []
  const request = async (call: RpcRequest) => {
    calls.push(call.method)
    return (call.method === 'system_properties' ? properties : node.answer(call, 0)) as never
  }
  const nativeCurrency = { ...node.network.nativeCurrency, decimals }
  const network = { ...node.network, nativeCurrency } as ChainNetwork<'polkadot'>
  return { calls, network, chain: new PolkadotChain({ rpc: () => ({ request }) }) }
}
const params = {
  from: `${node.network.caipNetworkId}:${sender}` as `polkadot:${string}:${string}`,
  to,
  amount,
}

describe('the decimals of a polkadot coin', () => {
  it.each([
    ['a number', { tokenDecimals: 10 }],
    ['a list that starts with the coin', { tokenDecimals: [10, 12], tokenSymbol: ['DOT', 'USD'] }],
  ])('must be those that the chain states as %s, before anything is read or sent', async (_, properties) => {
    const { calls, network, chain } = chainWith(properties, 12)
    const uses = [
      () => chain.balance(network, sender, undefined),
      () => chain.balanceDetail(network, sender),
      () => chain.estimateFee(network, sender, params),
      () => chain.transfer(network, sender, params),
    ]
    for (const use of uses)
      await expect(use()).rejects.toMatchObject({
        code: 'config/invalid-options',
        message: expect.stringMatching(/nativeCurrency\.decimals.*10.*12/),
      })
    expect(calls).not.toContain('state_getStorage')
    expect(calls).not.toContain('state_call')
  })

  it.each([
    ['the same number', { tokenDecimals: 10 }],
    ['a list that starts with the same number', { tokenDecimals: [10, 12] }],
    ['no decimals', {}],
    ['an empty list', { tokenDecimals: [] }],
    ['null', { tokenDecimals: null }],
  ])('are accepted if the chain states %s', async (_, properties) => {
    const { network, chain } = chainWith(properties, 10)
    expect(await chain.balance(network, sender, undefined)).toMatchObject({ value: balance, decimals: 10 })
  })

  it("don't stop the tracking of a transaction that was already sent", async () => {
    const { calls, network, chain } = chainWith({ tokenDecimals: 10 }, 12)
    // The node's best block is 4096. No later block can include the transaction yet.
    const status = chain.status(network, { hash: `0x${'1'.repeat(64)}`, reference: '4096' })
    await expect(status).resolves.toMatchObject({ phase: 'unknown' })
    expect(calls).toContain('author_pendingExtrinsics')
  })
})
