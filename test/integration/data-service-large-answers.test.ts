// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { type AnvilNode, startAnvil } from '../../src/devnet/nodes/anvil.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { patience } from '../support/patience.ts'

// The service reads at most 10 MB per answer. A stranger can make a node's answers larger than that, for little or no money.
describe('the data service with answers of a node that are too large', () => {
  const ether = '0xde0b6b3a7640000'
  let node: AnvilNode
  let from: string
  let handler: Awaited<ReturnType<typeof ownNodesHandler>>
  let accounts = 0
  beforeAll(async () => {
    node = await startAnvil(31337, {})
    await rpc('evm_setBlockGasLimit', ['0x3938700'])
    ;[from] = (await rpc('eth_accounts')) as [string]
    handler = await ownNodesHandler({
      networks: [
        {
          id: 'eip155:31337',
          name: 'Test',
          rpcUrl: node.url,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ] as never,
      onLeftOut: () => {},
      now: Date.now,
    })
  }, patience.test)
  afterAll(() => node?.stop())

  const rpc = (method: string, params: readonly unknown[] = []) => nodeRpc<unknown>(node.url, method, params)
  const ask = async (account: string, what: string) => {
    const url = new URL(`http://service/v1/account/${account}/${what}?projectId=p&chainId=eip155:31337`)
    const { status, body } = await handler({ method: 'GET', url, body: '' } as never)
    return { status, ...JSON.parse(body) }
  }
  /** Returns a new account that has received one ether. */
  async function paid(): Promise<string> {
    const account = `0x${'ab'.repeat(19)}${(++accounts).toString(16).padStart(2, '0')}`
    await rpc('eth_sendTransaction', [{ from, to: account, value: ether }])
    return account
  }
  /** Expects that the service lists the received ether. */
  async function expectServed(account: string): Promise<void> {
    const history = await ask(account, 'history')
    expect(history).toMatchObject({ status: 200, data: [{ metadata: { operationType: 'receive' } }] })
    const balance = await ask(account, 'balance')
    expect(balance).toMatchObject({ status: 200, balances: [{ symbol: 'ETH', quantity: { numeric: '1' } }] })
  }

  it.each([
    // LOG0 of 98,304 bytes, until the gas is nearly used up.
    ['receipts', 'eth_getBlockReceipts', ['latest'], 'deploy', 4, '0x5b620180006000a05a620d00001060005700'],
    ['transactions', 'eth_getBlockByNumber', ['latest', true], 'execute', 15, `0x${'00'.repeat(350_000)}`],
  ])('reads the %s of a block one by one if they take more than one answer', async (...given) => {
    const [, method, params, operationType, count, data] = given
    await expectServed(await paid())
    await rpc('evm_setAutomine', [false])
    const to = operationType === 'deploy' ? undefined : `0x${'cd'.repeat(20)}`
    const gas = `0x${Math.floor(56_000_000 / count).toString(16)}`
    for (let at = 0; at < count; at++) await rpc('eth_sendTransaction', [{ from, to, data, gas }])
    await rpc('evm_mine')
    await rpc('evm_setAutomine', [true])
    expect(JSON.stringify(await rpc(method, params)).length).toBeGreaterThan(10_000_000)
    await expectServed(await paid())
    const { data: rows } = await ask(from, 'history')
    const expected = { metadata: { operationType, status: 'confirmed' } }
    expect(rows.slice(1, 1 + count)).toMatchObject(Array(count).fill(expected))
  })

  it('lists a token whose contract returns too much without its name, or not at all', async () => {
    const account = await paid()
    /** The token emits `Transfer(0, account)`. Its `decimals()` returns 18; each other call returns 5 MB of zeros. */
    const run = `60003560e01c63313ce56714601657624d35a06000f35b601260005260206000f3`
    const head = `600160005273${account.slice(2)}60007fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3`
    const byte = (value: number) => value.toString(16).padStart(2, '0')
    const length = byte(run.length / 2)
    const copy = `60${length}60${byte(head.length / 2 + 12)}60003960${length}6000f3`
    const data = `0x${head}${copy}${run}`
    await rpc('eth_sendTransaction', [{ from, data, gas: '0x100000' }])
    const balance = await ask(account, 'balance')
    expect(balance).toMatchObject({ status: 200, balances: [{ symbol: 'ETH', quantity: { numeric: '1' } }] })
    const history = await ask(account, 'history')
    expect(history.status).toBe(200)
    expect(history.data).toHaveLength(2)
  })

  it('lists no pending transaction if the list of the node is too long', async () => {
    const account = await paid()
    const [, stranger] = (await rpc('eth_accounts')) as [string, string]
    const data = `0x${'ff'.repeat(120_000)}`
    // The nonces leave a gap, so these transactions are never mined and cost nothing.
    for (let at = 0; at < 45; at++)
      await rpc('eth_sendTransaction', [
        { from: stranger, to: stranger, data, gas: '0x4c4b40', nonce: `0x${(100 + at).toString(16)}` },
      ])
    expect(JSON.stringify(await rpc('txpool_content')).length).toBeGreaterThan(10_000_000)
    await expectServed(account)
  })
})
