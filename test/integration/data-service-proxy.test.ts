import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { dataClient } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'

let devnet: Devnet
let service: ReturnType<typeof dataClient>
let proxy: string
const call = (id: number, method: string, params: unknown[] = []) => ({ jsonrpc: '2.0', id, method, params })
const unsupported = (id: number, method: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32601, message: `The method ${method} is not supported` },
})

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'], data: true })
  service = dataClient(devnet.data!.url)
  proxy = pathOf(devnet.networks[0]!.caipNetworkId)
}, leaseTimeout)
afterAll(() => devnet?.stop())
const pathOf = (chainId: string) => `/v1/?chainId=${chainId}&projectId=test`

describe('the node proxy of the data service', () => {
  it("answers viem's calls, batches and signed transactions like a node", async () => {
    const url = `${devnet.data!.url}${proxy}`
    const client = createPublicClient({ transport: http(url, { batch: true }) })
    const direct = createPublicClient({ transport: http(devnet.nodes[0]!.url) })
    const { address, secret } = devnet.accounts.grace!.eip155!
    const [chainId, block, balance] = await Promise.all([
      client.getChainId(),
      client.getBlock(),
      client.getBalance({ address: address as `0x${string}` }),
    ])
    expect(chainId).toBe(31337)
    expect(block).toEqual(await direct.getBlock())
    expect(balance).toBe(await direct.getBalance({ address: address as `0x${string}` }))
    const account = privateKeyToAccount(secret as `0x${string}`)
    const nonce = await client.getTransactionCount(account)
    const fees = await client.estimateFeesPerGas()
    const serializedTransaction = await account.signTransaction({
      ...fees,
      chainId,
      nonce,
      gas: 21_000n,
      to: account.address,
      value: 1n,
    })
    const hash = await client.sendRawTransaction({ serializedTransaction })
    expect((await receiptOf(direct, hash)).status).toBe('success')
  })

  it('forwards calls to solana nodes, and returns their answers', async () => {
    const { caipNetworkId } = devnet.networks.find(({ chainNamespace }) => chainNamespace === 'solana')!
    const { body } = await service.send(pathOf(caipNetworkId), {
      method: 'POST',
      body: JSON.stringify(call(1, 'getBalance', [devnet.accounts.heidi!.solana!.address])),
    })
    expect(body.result.value).toBeGreaterThan(0)
  })

  it.each(['eth_sendTransaction', 'eth_sign', 'anvil_setBalance', 'evm_mine', 'eth_accounts', 'constructor'])(
    'does not forward %s',
    async (method) => {
      const body = JSON.stringify(call(7, method, [{ from: devnet.accounts.alice!.eip155!.address }]))
      expect((await service.send(proxy, { method: 'POST', body })).body).toEqual(unsupported(7, method))
    },
  )

  it('refuses only the unsupported calls of a batch', async () => {
    const batch = [call(1, 'eth_chainId'), call(2, 'evm_mine'), call(3, 'eth_gasPrice'), call(4, 'x')]
    const { body } = await service.post(proxy, batch)
    const byId = new Map<number, object>(body.map((answer: { id: number }) => [answer.id, answer]))
    expect(byId.get(1)).toMatchObject({ result: '0x7a69' })
    expect(byId.get(2)).toEqual(unsupported(2, 'evm_mine'))
    expect(byId.get(3)).toHaveProperty('result')
    expect(byId.get(4)).toEqual(unsupported(4, 'x'))
    expect(body).toHaveLength(4)
    expect((await service.post(proxy, [call(2, 'evm_mine')])).body).toEqual([unsupported(2, 'evm_mine')])
  })

  it.each([
    ['invalid JSON', '{', -32700],
    ['a number', '7', -32700],
    ['an empty batch', '[]', -32600],
    ['a batch of 1001 calls', JSON.stringify(Array(1001).fill(call(1, 'eth_chainId'))), -32600],
    ['a batch of nulls', '[null]', -32601],
  ])('answers %s with a JSON-RPC error', async (_, text, code) => {
    const { body } = await service.send(proxy, { method: 'POST', body: text })
    expect([body].flat()[0].error.code).toBe(code)
  })

  it('refuses a request for a chain that it does not serve or without a project', async () => {
    const body = JSON.stringify(call(1, 'eth_chainId'))
    const asked = (path: string) => service.send(path, { method: 'POST', body })
    expect(await asked(pathOf('eip155:1'))).toEqual({
      status: 400,
      body: {
        status: 'FAILED',
        reasons: [{ name: 'chainId', description: 'eip155:1 is not served' }],
      },
    })
    expect((await asked(`/v1/?chainId=${devnet.networks[0]!.caipNetworkId}`)).status).toBe(401)
  })
})
