import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { families as allFamilies, type Family } from '../../cli/families/families.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import {
  type Devnet,
  type FaultCall,
  type NodeFaultsOptions,
  startNodeFaults,
} from '../../src/devnet/index.ts'
import { broadcasts } from '../../src/devnet/node-faults/call-family.ts'
import { hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import { chainReader } from '../../src/testing/readers/chain-reader.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { runCli, tempDir } from './support/run-cli.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: allFamilies })
}, leaseTimeout)
afterAll(() => devnet?.stop())

function networkOf(family: Family): ChainNetwork {
  return devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!
}

async function faulty(family: Family, ...faults: NodeFaultsOptions['faults']) {
  const node = await startNodeFaults({ target: networkOf(family).rpcUrls.default.http[0]!, faults })
  onTestFinished(() => node.stop())
  const network = { ...networkOf(family), rpcUrls: { default: { http: [node.url] } } }
  return { ...node, reader: await chainReader(network) }
}

const amounts: Readonly<Record<Family, string>> = {
  ...{ eip155: '0.001', solana: '0.01', polkadot: '0.1', bip122: '0.01', cosmos: '0.01' },
}

let payments = 0
/**
 * Returns a new amount for each payment. On Solana, two equal payments with the same blockhash would be the same transaction.
 */
const nextAmount = (family: Family) => `${amounts[family]}${++payments}`

async function send(family: Family, url: string, amount = nextAmount(family)) {
  const network = networkOf(family).caipNetworkId
  const wallet = ['-w', 'dev:alice', '-n', network, '--rpc', url, '--yes', '--json']
  return runCli(['send', '--to', 'dev:bob', '--amount', amount, ...wallet], {
    env: { LATCHKEY_HOME: tempDir() },
  })
}

/** Signs a payment without sending it. Returns the request that would broadcast the payment. */
async function signedPayment(family: Family, amount?: string): Promise<FaultCall> {
  let found: FaultCall | undefined
  const record = (call: FaultCall) => {
    if (broadcasts(call)) found = call
  }
  const node = await faulty(
    family,
    {
      async call(call, next) {
        record(call)
        return next()
      },
    },
    'dropped',
  )
  const ran = await send(family, node.url, amount)
  expect(ran.code, ran.stdout).toBe(0)
  expect(ran.json().data.hash ?? ran.json().data.transaction?.hash).toBe(hashOfBroadcast(found!))
  return found!
}

describe.each(allFamilies)('a proxy with faults in front of a node of %s', (family) => {
  it("passes on the node's answers, and can answer with the id of another network", async () => {
    const honest = await faulty(family)
    expect(await honest.reader.network()).toBe(networkOf(family).caipNetworkId)
    const { reader } = await faulty(family, 'wrong-identity')
    expect(await reader.network()).not.toBe(networkOf(family).caipNetworkId)
  })

  it('can accept a payment, and then drop the payment or deliver it late', async () => {
    const payment = await signedPayment(family)
    const hash = hashOfBroadcast(payment)
    const { reader: clean } = await faulty(family)
    // A node of polkadot finds a transaction only in a block.
    if (family !== 'polkadot')
      expect(await clean.find({ hash, reference: undefined } as never)).toBeUndefined()
    const late = await faulty(family, 'late-mempool:0')
    expect(await ask(late.url, payment)).toEqual(expect.anything())
    if (family !== 'polkadot')
      await expect
        .poll(() => clean.find({ hash } as never), { message: 'it arrives', timeout: 15_000 })
        .toBeDefined()
    if (family === 'polkadot') return
    const pruned = await faulty(family, 'pruned')
    expect(await pruned.reader.find({ hash } as never)).toBeUndefined()
    const reorg = await faulty(family, 'reorg:2')
    const seen: boolean[] = []
    for (let at = 0; at < 8 && seen.filter(Boolean).length < 2; at++)
      seen.push((await reorg.reader.find({ hash } as never)) !== undefined)
    expect(seen[0]).toBe(true)
    expect(seen).toContain(false)
    expect(seen.at(-1)).toBe(true)
  })

  it("can deliver a payment and withhold the node's answer", async () => {
    const payment = await signedPayment(family)
    const hash = hashOfBroadcast(payment)
    const node = await faulty(family, 'lost-answer')
    const { reader, url } = await faulty(family)
    // A node of polkadot can't find a transaction by its hash, but it counts the sender's transactions.
    const arrived = async () => {
      if (family !== 'polkadot') return (await reader.find({ hash } as never)) !== undefined
      return (await nextIndex(url)) !== before
    }
    const before = family === 'polkadot' ? await nextIndex(url) : undefined
    await expect(ask(node.url, payment)).rejects.toThrow(/fetch failed/)
    await expect.poll(arrived, { message: 'it arrives', timeout: 15_000 }).toBe(true)
  })
})

describe('a node of eip155 with a fault that affects payments', () => {
  it('can replace the sent transaction with another transaction of the same nonce', async () => {
    const payment = await signedPayment('eip155')
    const node = await faulty('eip155', 'replaced:cancelled')
    expect(await ask(node.url, payment)).toBe(hashOfBroadcast(payment))
    const { reader } = await faulty('eip155')
    expect(await reader.find({ hash: hashOfBroadcast(payment) })).toBeUndefined()
    const nonce = { method: 'eth_sendRawTransaction', params: payment.params }
    await expect(ask(networkOf('eip155').rpcUrls.default.http[0]!, nonce)).rejects.toThrow(/nonce too low/)
  })

  it("can charge a fee for layer 1, and refuse senders that can't pay this fee", async () => {
    const fee = 10n ** 15n
    const taking = await faulty('eip155', `rollup-fee:${fee}`)
    const oracle = { to: '0x420000000000000000000000000000000000000F', data: '0x49948e0e' }
    const priced = await ask(taking.url, { method: 'eth_call', params: [oracle, 'latest'] })
    expect(BigInt(priced as string)).toBe(fee)
    const payment = await signedPayment('eip155', '0.001')
    const refusing = await faulty('eip155', `rollup-fee:${10n ** 28n}`)
    await expect(ask(refusing.url, payment)).rejects.toThrow(/insufficient funds/)
    const { reader } = await faulty('eip155')
    const { address } = devnet.accounts.alice!.eip155!
    const before = await reader.balance(address)
    const hash = String(await ask(taking.url, payment))
    const receipt = await reader.receipt({ hash })
    const sent = 10n ** 15n
    expect(before - (await reader.balance(address))).toBe(sent + receipt.fee + fee)
  })

  it('can answer with an old block, and with a wrong block hash in receipts', async () => {
    const stuck = await faulty('eip155', 'stuck')
    const number = await ask(stuck.url, { method: 'eth_blockNumber', params: [] })
    const balance = await stuck.reader.balance(devnet.accounts.bob!.eip155!.address)
    const payment = await signedPayment('eip155')
    const hash = String(await ask(stuck.url, payment))
    const { reader } = await faulty('eip155')
    await reader.receipt({ hash })
    expect(await ask(stuck.url, { method: 'eth_blockNumber', params: [] })).toBe(number)
    expect(await stuck.reader.balance(devnet.accounts.bob!.eip155!.address)).toBe(balance)
    expect(await stuck.reader.find({ hash })).toBeUndefined()
    const wrong = await faulty('eip155', 'wrong-receipt-hash')
    const receipt = { method: 'eth_getTransactionReceipt', params: [hash] }
    expect(await ask(wrong.url, receipt)).toMatchObject({
      transactionHash: hash,
      blockHash: expect.stringMatching(/^0x(4e)+$/),
    })
  })

  it('can raise its fees, or return no fees', async () => {
    const rising = await faulty('eip155', 'rising-price:50')
    const price = async () =>
      BigInt((await ask(rising.url, { method: 'eth_gasPrice', params: [] })) as string)
    const [first, second] = [await price(), await price()]
    expect(second).toBeGreaterThan(first)
    const silent = await faulty('eip155', 'no-hints')
    await expect(
      ask(silent.url, { method: 'eth_feeHistory', params: ['0x1', 'latest', []] }),
    ).rejects.toThrow(/not found/)
    const block = await ask(silent.url, { method: 'eth_getBlockByNumber', params: ['latest', false] })
    expect(block).not.toHaveProperty('gasLimit')
  })
})

describe('latchkey devnet --node-faults', () => {
  it.each([
    [['--node-faults', 'no-batch,nonsense'], /there is no node fault "nonsense"/],
    [['--node-faults', 'batch-limit:many'], /batch-limit needs a whole number/],
    [['status', '--node-faults', 'busy'], /is for the start of a devnet/],
  ])('refuses the arguments %j before a node starts', async (argv, message) => {
    const ran = await runCli(['devnet', ...argv, '--json'], { env: { LATCHKEY_HOME: tempDir() } })
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toMatch(message)
  })
})

/** Returns the number of transactions that Alice has sent on polkadot. */
function nextIndex(url: string): Promise<unknown> {
  return ask(url, { method: 'system_accountNextIndex', params: [devnet.accounts.alice!.polkadot!.address] })
}

/** Sends a request to a node, and uses no library for it. */
async function ask(url: string, { method, params }: FaultCall): Promise<unknown> {
  if (method === 'POST /tx') {
    const response = await fetch(`${url}/tx`, { method: 'POST', body: String(params) })
    return response.text()
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}
