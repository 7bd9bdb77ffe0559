import { externalConnector, isLatchkeyError, type Latchkey, type LatchkeyError } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import type { Eip155Wallet } from 'latchkey/testing'
import {
  getBlockNumber,
  getTransactionReceipt,
  publicClient,
  readContract,
  signTypedData,
  simulateContract,
  walletClient,
  watchContractEvent,
  writeContract,
} from 'latchkey/viem'
import { parseAbi, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOn, eip155Keys, overRelay } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function missing() view returns (uint256)',
  'function mint(uint256 id) payable',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
  'error InvalidReceiver(address receiver)',
])
type Address = `0x${string}`

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], relay: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('a client with eip155()', () => {
  let keys: Eip155Wallet
  let latchkey: Latchkey
  let address: Address
  beforeEach(() => {
    keys = eip155Keys(devnet)
    const connector = externalConnector({ id: 'keys', name: 'Keys', provider: keys.provider })
    latchkey = clientOn(devnet, [eip155()], [connector])
    const token = devnet.tokens.find(({ asset }) => asset.startsWith(`${network()}/`))!
    address = token.asset.split(':').at(-1) as Address
  })
  afterEach(() => latchkey.dispose())

  const network = (index = 0) => devnet.networks[index]!.caipNetworkId as `eip155:${string}`
  const of = (name: string) => devnet.accounts[name]!.eip155!.address as Address
  const connect = () => latchkey.connect({ connectorId: 'keys' })
  const asked = (method = 'eth_sendTransaction') => keys.script.count(method)
  const balanceOf = (name: string) =>
    readContract(latchkey, { abi, address, functionName: 'balanceOf', args: [of(name)] })

  it('reads without a connected wallet', async () => {
    expect(await balanceOf('alice')).toBeTypeOf('bigint')
    expect(await getBlockNumber(latchkey)).toBeGreaterThan(0n)
    expect(keys.script.requests).toEqual([])
  })

  it('writes to a contract with a single request to the connected wallet', async () => {
    await connect()
    const before = await balanceOf('carol')
    const args = [of('carol'), 7n] as const
    const { result, request } = await simulateContract(latchkey, {
      ...{ abi, address, functionName: 'transfer', args },
    })
    expect(result).toBe(true)
    expect(asked()).toBe(0)
    const sent = await writeContract(latchkey, request)
    const adapter = await latchkey.adapter('eip155')
    expect(await adapter.waitForTransaction(network(), sent)).toMatchObject({ phase: 'confirmed' })
    expect(asked()).toBe(1)
    expect(await balanceOf('carol')).toBe(before + 7n)
    const receipt = await getTransactionReceipt(latchkey, { hash: sent.hash as Address })
    expect(receipt).toMatchObject({ status: 'success', to: address.toLowerCase() })
    expect(await getTransactionReceipt(latchkey, { hash: `0x${'1'.repeat(64)}` })).toBeNull()
  })

  it("reports the contract's own error with the error's name and arguments", async () => {
    await connect()
    const failed: LatchkeyError = await simulateContract(latchkey, {
      ...{ abi, address, functionName: 'transfer', args: [of('carol'), 10n ** 40n] },
    }).then(
      () => expect.unreachable('the call fails'),
      (error) => error,
    )
    expect(failed).toMatchObject({ name: 'RpcError', code: 'node/execution-reverted' })
    expect(failed.message).toContain(`InsufficientBalance(${of('alice')}, `)
    expect(failed.message).toContain(`, ${10n ** 40n})`)
    expect(failed).toMatchObject({ data: expect.stringMatching(/^0x[0-9a-f]+$/) })
  })

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'an address without a contract',
      () =>
        readContract(latchkey, { abi, address: of('dave'), functionName: 'balanceOf', args: [of('alice')] }),
      { code: 'validation/invalid-input', values: { field: 'address' } },
    ],
    [
      'a write to an address without a contract',
      async () => {
        await connect()
        await writeContract(latchkey, {
          ...{ abi, address: of('dave'), functionName: 'mint', args: [1n], value: 5n },
        })
      },
      {
        code: 'validation/invalid-input',
        values: { field: 'address', reason: expect.stringContaining('there is no contract') },
      },
    ],
    [
      'a write with a fee limit to an address without a contract',
      async () => {
        await connect()
        const call = { abi, address: of('dave'), functionName: 'mint', args: [1n] } as const
        await writeContract(latchkey, { ...call, maxFee: 10n ** 18n })
      },
      { code: 'validation/invalid-input', values: { field: 'address' } },
    ],
    [
      'the simulation of a function without a result at an address without a contract',
      () => simulateContract(latchkey, { abi, address: of('dave'), functionName: 'mint', args: [1n] }),
      { code: 'validation/invalid-input', values: { field: 'address' } },
    ],
    [
      'an argument that the ABI refuses',
      () => readContract(latchkey, { abi, address, functionName: 'balanceOf', args: ['0x12'] }),
      { code: 'validation/invalid-input', values: { field: 'args' } },
    ],
    [
      'a write whose argument the ABI refuses',
      async () => {
        await connect()
        await writeContract(latchkey, { abi, address, functionName: 'transfer', args: [of('carol'), -1n] })
      },
      { code: 'validation/invalid-input', values: { field: 'args' } },
    ],
    [
      'a write without an address, which would create a new contract',
      async () => {
        await connect()
        const call = { abi, functionName: 'transfer', args: [of('carol'), 1n] }
        await writeContract(latchkey, call as never)
      },
      { code: 'validation/invalid-input', values: { field: 'address' } },
    ],
    [
      'a function that the ABI lacks',
      () => readContract(latchkey, { abi, address, functionName: 'nothing' as 'missing' }),
      { code: 'validation/invalid-input' },
    ],
    [
      'a network that the page does not have',
      () => readContract(latchkey, { abi, address, functionName: 'missing', network: 'eip155:4242' }),
      { code: 'network/not-requested' },
    ],
    [
      'a write without a wallet',
      () => writeContract(latchkey, { abi, address, functionName: 'transfer', args: [of('carol'), 1n] }),
      { code: 'connection/not-connected' },
    ],
  ])('fails with a specific error, without asking the wallet, for %s', async (_, call, error) => {
    await expect(call()).rejects.toMatchObject(error)
    expect(asked()).toBe(0)
  })

  it('refuses to write while the wallet is on another network', async () => {
    await connect()
    await expect(
      writeContract(latchkey, {
        ...{ abi, address, functionName: 'transfer', args: [of('carol'), 1n], network: network(1) },
      }),
    ).rejects.toMatchObject({ code: 'network/wrong-chain' })
    expect(asked()).toBe(0)
  })

  it('sends only one of two simultaneous calls', async () => {
    await connect()
    const call = { abi, address, functionName: 'transfer', args: [of('carol'), 1n] } as const
    keys.script.next('eth_sendTransaction', 'reject')
    await expect(writeContract(latchkey, call)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    const [first, second] = await Promise.allSettled([
      writeContract(latchkey, call),
      writeContract(latchkey, call),
    ])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'wallet/send-in-progress' },
    })
    expect(asked()).toBe(2)
  })

  it("refuses a second call while it waits for the node's answer about the first call", async () => {
    await connect()
    const call = { abi, address, functionName: 'transfer', args: [of('carol'), 1n] } as const
    const nothing = { abi, address: of('dave'), functionName: 'mint', args: [1n] } as const
    const [first, second, third] = await Promise.allSettled([
      writeContract(latchkey, nothing),
      writeContract(latchkey, call),
      writeContract(latchkey, call),
    ])
    expect(first).toMatchObject({ reason: { code: 'validation/invalid-input' } })
    for (const { reason } of [second, third] as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'wallet/send-in-progress' })
    expect(asked()).toBe(0)
    // The refused call doesn't block later calls.
    expect(await writeContract(latchkey, call)).toMatchObject({ hash: expect.stringMatching(/^0x/) })
    expect(asked()).toBe(1)
  })

  it('reports new events to a watcher until the watcher stops', async () => {
    await connect()
    const seen: bigint[] = []
    const failures: string[] = []
    const stop = watchContractEvent(latchkey, {
      abi,
      address,
      eventName: 'Transfer',
      args: { to: of('dave') },
      // The first event happens before the first poll.
      pollingInterval: 500,
      onLogs: (logs) => seen.push(...logs.map(({ args }) => args.value)),
      onError: ({ code }) => failures.push(code),
    })
    const adapter = await latchkey.adapter('eip155')
    const send = async (to: string, value: bigint) => {
      const sent = await writeContract(latchkey, {
        ...{ abi, address, functionName: 'transfer', args: [of(to), value] },
      })
      await adapter.waitForTransaction(network(), sent)
    }
    // Nodes answer in order, so after this answer the watch has started.
    await getBlockNumber(latchkey)
    await send('dave', 11n)
    await send('carol', 12n)
    await expect.poll(() => seen, { message: 'the first event is seen' }).toEqual([11n])
    await send('dave', 13n)
    await expect.poll(() => seen, { message: 'the next event is seen' }).toEqual([11n, 13n])
    stop()
    await send('dave', 14n)
    expect([seen, failures]).toEqual([[11n, 13n], []])
  })

  it("reports to a watcher why events can't be watched", async () => {
    const failures: string[] = []
    const stop = watchContractEvent(latchkey, {
      ...{ abi, address, network: 'eip155:4242' as const },
      onLogs: () => {},
      onError: ({ code }) => failures.push(code),
    })
    await expect
      .poll(() => failures, { message: 'the watcher gets the error' })
      .toEqual(['network/not-requested'])
    stop()
  })

  it('signs typed data, and a verifier recovers the signer', async () => {
    await connect()
    const data = {
      domain: { name: 'Shop', chainId: Number(network().slice(7)) },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 5n },
    } as const
    const { signature, scheme } = await signTypedData(latchkey, data)
    expect(scheme).toBe('eip712')
    expect(await verifyTypedData({ ...data, address: of('alice'), signature: signature as Address })).toBe(
      true,
    )
    expect(asked('eth_signTypedData_v4')).toBe(1)
  })

  it("provides viem's own clients, which read from the nodes and send through the wallet", async () => {
    await expect(walletClient(latchkey)).rejects.toMatchObject({ code: 'connection/not-connected' })
    await connect()
    const reader = await publicClient(latchkey)
    expect(await reader.getBalance({ address: of('alice') })).toBeGreaterThan(0n)
    const refused = await reader.sendRawTransaction({ serializedTransaction: '0x00' }).catch((error) => error)
    expect(refused.walk((each: unknown) => isLatchkeyError(each))).toMatchObject({
      code: 'rpc/method-unsupported',
    })
    const writer = await walletClient(latchkey)
    const hash = await writer.sendTransaction({ to: of('carol'), value: 1n })
    expect(await receiptOf(reader, hash)).toMatchObject({
      status: 'success',
    })
    expect(asked()).toBe(1)
  })
})

describe('a call of a contract through a session with two networks', () => {
  it('is refused before the wallet is asked if its account is on another network than the call', async () => {
    const { latchkey, methods, stop } = await overRelay(devnet)
    const networks = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId as `eip155:${string}`)
    const connection = latchkey.connections.of('eip155')!
    const network = connection.network.caipNetworkId
    const other = ids.find((id) => id !== network)!
    const owner = devnet.accounts.alice!.eip155!.address
    const address = devnet.tokens
      .find(({ asset }) => asset.startsWith(`${network}/`))!
      .asset.split(':')
      .at(-1) as Address
    const call = { abi, address, functionName: 'transfer', args: [owner as Address, 1n] } as const
    const kept = `${other}:${owner}` as const
    for (const refused of [
      () => writeContract(latchkey, { ...call, network, account: kept }),
      () => writeContract(latchkey, { ...call, account: kept }),
      () => simulateContract(latchkey, { ...call, network, account: kept }),
      () => simulateContract(latchkey, { ...call, account: kept }),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: 'network/wrong-chain',
        values: { actual: network, expected: other },
      })
    expect(methods()).toEqual([])
    const own = `${network}:${owner}` as const
    expect(await writeContract(latchkey, { ...call, network, account: own })).toMatchObject({
      hash: expect.stringMatching(/^0x/),
    })
    expect(methods()).toEqual(['eth_sendTransaction'])
    await stop()
  })
})

describe('a client without eip155()', () => {
  it('refuses a read, and reports the missing adapter', async () => {
    const latchkey = clientOn(devnet, [], [])
    await expect(getBlockNumber(latchkey)).rejects.toMatchObject({ code: 'config/no-adapter' })
    await latchkey.dispose()
  })
})
