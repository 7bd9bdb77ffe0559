// @vitest-environment jsdom
import { createLatchkey, type Latchkey } from 'latchkey'
import { useConnect, useNetwork } from 'latchkey/react'
import {
  useBlockNumber,
  useEnsName,
  useReadContract,
  useSignTypedData,
  useSimulateContract,
  useTransactionReceipt,
  useWatchContractEvent,
  useWriteContract,
} from 'latchkey/viem/react'
import { act, createElement, startTransition, useState } from 'react'
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../../../../src/core/wallet/adapter.ts'
import type { Transaction } from '../../../../src/core/wallet/family.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { network } from '../../../support/fake-families.ts'
import { mount, options } from '../../ui-react/rendering.ts'

const abi = parseAbi([
  'function stock(uint256 shop) view returns (uint256)',
  'function buy(uint256 shop) payable returns (bool)',
  'event Sold(address indexed by, uint256 shop)',
])
const address = `0x${'a'.repeat(40)}` as const
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const

/**
 * Returns a node with one contract, a shop. The contract's function `stock` returns the shop's number plus
 * `extra`.
 */
function node() {
  const state = {
    extra: 0n,
    block: 7n,
    fails: false,
    asked: [] as { readonly network: string; readonly method: string; readonly signal?: AbortSignal }[],
    logs: [] as { readonly block: bigint; readonly shop: bigint }[],
    sent: [] as Transaction<'eip155'>[],
  }
  const query: ChainAdapter<'eip155'>['query'] = async (network, { method, params }: RpcRequest, opts) => {
    state.asked.push({ network, method, ...opts })
    if (state.fails) throw latchkeyError('rpc/unreachable', { values: { host: 'x.example' } })
    if (method === 'eth_blockNumber') return `0x${state.block.toString(16)}`
    if (method === 'eth_getTransactionReceipt') return null
    const [first] = params as [{ data: Hex; fromBlock: Hex; toBlock: Hex }]
    if (method === 'eth_call') {
      const { functionName, args } = decodeFunctionData({ abi, data: first.data })
      return functionName === 'buy' ? word(1n) : word(args[0] + state.extra)
    }
    if (method !== 'eth_getLogs') throw latchkeyError('rpc/method-unsupported', { values: { method } })
    return state.logs
      .filter(({ block }) => block >= BigInt(first.fromBlock) && block <= BigInt(first.toBlock))
      .map(({ block, shop }) => ({
        ...{ address, blockNumber: `0x${block.toString(16)}`, logIndex: '0x0', transactionIndex: '0x0' },
        topics: encodeEventTopics({ abi, eventName: 'Sold', args: { by: address } }),
        data: encodeAbiParameters([{ type: 'uint256' }], [shop]),
        ...{ blockHash: word(block), transactionHash: word(block), removed: false },
      }))
  }
  const answers: Partial<ChainAdapter<'eip155'>> = {
    query,
    sendTransaction: async (_, transaction) => {
      state.sent.push(transaction)
      return { hash: word(9n) }
    },
    signTypedData: async () => ({ signature: '0x01', encoding: 'hex', scheme: 'eip712' }),
  }
  return { state, answers }
}

/** Mounts a component that uses a hook on this node. `seen.current` is the hook's last result. */
async function use<T>(hook: () => T) {
  const world = options()
  const { state, answers } = node()
  const { factory } = world.family
  const create = async (context: AdapterContext) => Object.assign(await factory.create(context), answers)
  const adapters = [{ ...factory, create } as AnyAdapterFactory]
  const seen = { current: undefined as T }
  const probe = () =>
    createElement(() => {
      seen.current = hook()
      return null
    })
  const clients: Latchkey[] = []
  const Probe = probe().type as () => null
  const mounted = await mount(() => {
    const client = createLatchkey({ ...world.options, adapters })
    clients.push(client)
    return client
  }, createElement(Probe))
  return { ...mounted, state, seen, clients, again: () => mounted.rerender(createElement(Probe)) }
}

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }

/** Polls outside of `act`, because `act` delays updates. */
async function until(what: () => unknown, message: string): Promise<void> {
  environment.IS_REACT_ACT_ENVIRONMENT = false
  try {
    await expect.poll(what, { message }).toBe(true)
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = true
  }
}

/** A component that throws this promise suspends for good. */
const forever = new Promise(() => {})

/** Changes a state in a transition. If the new screen suspends, React keeps the earlier screen and discards the new one. */
const inTransition = (change: () => void) => act(async () => startTransition(change))

describe('the hooks for contracts', () => {
  it('read a contract, and read it again when the parameters or the network change', async () => {
    const asked = { shop: 5n as bigint | undefined }
    const shown: unknown[] = []
    const { state, seen, again, unmount } = await use(() => {
      const { shop } = asked
      // Each render passes a new object.
      const read = useReadContract(
        shop !== undefined && { abi: [...abi], address, functionName: 'stock', args: [shop] },
      )
      shown.push([shop, read.data])
      return { ...read, network: useNetwork() }
    })
    expect(seen.current).toMatchObject({ data: undefined, isPending: true, isFetching: true })
    await until(() => seen.current.data === 5n, 'the answer is there')
    expect(seen.current).toMatchObject({ error: undefined, isPending: false, isFetching: false })
    const reads = state.asked.length
    await again()
    expect(state.asked).toHaveLength(reads)

    asked.shop = 6n
    await again()
    await until(() => seen.current.data === 6n, 'the answer for the other shop is there')
    expect(shown).toContainEqual([6n, undefined])
    expect(shown).not.toContainEqual([6n, 5n])
    state.extra = 10n
    await act(() => seen.current.refetch())
    expect(seen.current).toMatchObject({ data: 16n, isFetching: false })

    await act(() => seen.current.network.switchNetwork('eip155:2'))
    await until(() => state.asked.at(-1)?.network === 'eip155:2', 'the other network is asked')
    await until(() => seen.current.data === 16n, 'its answer is there')

    asked.shop = undefined
    await again()
    expect(seen.current).toMatchObject({ data: undefined, isPending: true, isFetching: false })
    await unmount()
  })

  it('keep an answer when a later read fails, and say why the read failed', async () => {
    const { state, seen, unmount } = await use(() =>
      useReadContract({ abi, address, functionName: 'stock', args: [5n] }),
    )
    await until(() => seen.current.data === 5n, 'the answer is there')
    state.fails = true
    await act(async () => {
      await expect(seen.current.refetch()).rejects.toMatchObject({ code: 'rpc/unreachable' })
    })
    expect(seen.current).toMatchObject({
      ...{ data: 5n, error: { code: 'rpc/unreachable' } },
      ...{ isPending: false, isFetching: false },
    })
    state.fails = false
    await act(() => seen.current.refetch())
    expect(seen.current).toMatchObject({ data: 5n, error: undefined })
    await unmount()
  })

  it('abort a read when the component unmounts', async () => {
    const { state, unmount } = await use(() => useBlockNumber())
    await until(() => state.asked.length > 0, 'the node is asked')
    await unmount()
    expect(state.asked.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('simulate and write as the connected account', async () => {
    const { state, seen, unmount } = await use(() => ({
      simulated: useSimulateContract({ abi, address, functionName: 'buy', args: [5n], value: 2n }),
      write: useWriteContract(),
      connect: useConnect().connect,
    }))
    await until(() => seen.current.simulated.data?.result, 'the call is simulated')
    await act(async () => {
      await expect(
        seen.current.write.writeContract({ abi, address, functionName: 'buy', args: [5n] }),
      ).rejects.toMatchObject({ code: 'connection/not-connected' })
    })
    expect(seen.current.write).toMatchObject({ isError: true, error: { code: 'connection/not-connected' } })
    // The fake wallet's address isn't an eip155 address, so the simulation fails with the code of an invalid
    // address.
    await act(() => seen.current.connect({ connectorId: 'a' }))
    await until(
      () => seen.current.simulated.error?.code === 'validation/invalid-input',
      'the call is simulated for the account',
    )
    await act(() =>
      seen.current.write.writeContract({ abi, address, functionName: 'buy', args: [5n], value: 2n }),
    )
    expect(seen.current.write).toMatchObject({ isSuccess: true, data: { hash: word(9n) } })
    expect(state.sent).toMatchObject([{ to: address, value: 2n, toContract: true }])
    await unmount()
  })

  it('watch events while mounted, and call the newest listener', async () => {
    const seenBy: Record<string, bigint[]> = { first: [], second: [] }
    const current = { name: 'first' }
    const { state, again, unmount } = await use(() => {
      const { name } = current
      useWatchContractEvent({
        ...{ abi, address, eventName: 'Sold', pollingInterval: 20 },
        onLogs: (logs) => seenBy[name]!.push(...logs.map(({ args }) => args.shop)),
      })
    })
    const polls = () => state.asked.filter(({ method }) => method === 'eth_blockNumber').length
    await until(() => polls() > 1, 'the watch has begun')
    const sell = (shop: bigint) => {
      state.logs.push({ block: state.block + 1n, shop })
      state.block++
    }
    sell(1n)
    await until(() => seenBy.first?.at(-1) === 1n, 'the event is seen')
    current.name = 'second'
    await again()
    sell(2n)
    await until(() => seenBy.second?.at(-1) === 2n, 'the next event is seen by the next function')
    await unmount()
    const last = polls()
    sell(3n)
    expect(polls()).toBeLessThanOrEqual(last + 1)
    expect(seenBy).toEqual({ first: [1n], second: [2n] })
  })

  it('pass new events to the listener of the shown screen while the next screen suspends', async () => {
    const seenBy: Record<string, bigint[]> = { first: [], second: [] }
    const { state, seen, unmount } = await use(() => {
      const [name, setName] = useState('first')
      useWatchContractEvent({
        ...{ abi, address, eventName: 'Sold', pollingInterval: 20 },
        onLogs: (logs) => seenBy[name]!.push(...logs.map(({ args }) => args.shop)),
      })
      if (name === 'second') throw forever
      return { setName }
    })
    const polls = () => state.asked.filter(({ method }) => method === 'eth_blockNumber').length
    await until(() => polls() > 1, 'the watch has begun')
    await inTransition(() => seen.current.setName('second'))
    state.logs.push({ block: state.block + 1n, shop: 1n })
    state.block++
    await until(() => Object.values(seenBy).flat().length > 0, 'the event is seen')
    expect(seenBy).toEqual({ first: [1n], second: [] })
    await unmount()
  })

  it('keep polling the block number of the shown screen while the next screen suspends', async () => {
    const { state, seen, unmount } = await use(() => {
      const [network, setNetwork] = useState<'eip155:1' | 'eip155:2'>('eip155:1')
      const read = useBlockNumber({ network, pollingInterval: 20 })
      if (network === 'eip155:2') throw forever
      return { ...read, setNetwork }
    })
    await until(() => seen.current.data === 7n, 'the block is read')
    await until(() => !seen.current.isFetching, 'no read is pending')
    await inTransition(() => seen.current.setNetwork('eip155:2'))
    state.block = 8n
    await until(() => seen.current.data === 8n, 'the next block is read')
    expect(state.asked.map(({ network }) => network)).not.toContain('eip155:2')
    await unmount()
  })

  it('read the block number repeatedly, if polling is on', async () => {
    const { state, seen, unmount } = await use(() => useBlockNumber({ pollingInterval: 20 }))
    await until(() => seen.current.data === 7n, 'the block is read')
    state.block = 8n
    await until(() => seen.current.data === 8n, 'the next block is read')
    await unmount()
  })

  it('keep polling the block number after reads that fail at once', async () => {
    const rendered: (string | undefined)[] = []
    const { state, seen, clients, unmount } = await use(() => {
      const read = useBlockNumber({ network: 'eip155:9', pollingInterval: 20 })
      rendered.push(read.error?.code)
      return read
    })
    await until(() => seen.current.error?.code === 'network/not-requested', 'the read fails')
    const failed = rendered.length
    await until(() => rendered.length > failed + 2, 'several polls fail')
    expect(state.asked).toEqual([])
    await act(() => clients.at(-1)!.network.addNetwork(network('eip155:9', 'Nine')))
    await until(() => seen.current.data === 7n, 'the block is read')
    await unmount()
  })

  it('read receipts and names, and sign typed data', async () => {
    const { seen, clients, unmount } = await use(() => ({
      receipt: useTransactionReceipt({ hash: word(3n) }),
      none: useTransactionReceipt(undefined),
      name: useEnsName({ address }),
      sign: useSignTypedData(),
      connect: useConnect().connect,
    }))
    await until(() => seen.current.receipt.data === null, 'no block includes the transaction')
    expect(seen.current.none).toMatchObject({ isPending: true, isFetching: false })
    await until(() => !seen.current.name.isFetching, 'the name was asked for')
    expect(clients.at(-1)).toBeDefined()
    await act(() => seen.current.connect({ connectorId: 'a' }))
    const types = { Order: [{ name: 'amount', type: 'uint256' }] } as const
    await act(() => seen.current.sign.signTypedData({ types, primaryType: 'Order', message: { amount: 5n } }))
    expect(seen.current.sign).toMatchObject({ isSuccess: true, data: { signature: '0x01' } })
    await unmount()
  })
})
