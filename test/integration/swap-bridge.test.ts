import { JsonRpcProvider, Wallet } from 'ethers'
import { getAddress, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import { nodeRpc } from '../../src/devnet/node-rpc.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { lifi } from '../../src/providers/lifi/index.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import {
  arrivalClock,
  type BridgeCall,
  bridgeTokens,
  withBridgeCall,
  wordOfAddress,
} from '../support/swap-bridge.ts'
import { type Json, type Spoil, spoilingProxy, withField } from '../support/swap-services.ts'

const there = 'eip155:31338'
const stranger = getAddress(`0x${'5712'.repeat(10)}`)
const [quotes, statuses] = [/\/quote\?/, /\/status\?/]

let devnet: Devnet
let services: DevProviders
let proxy: Awaited<ReturnType<typeof spoilingProxy>>
let world: Awaited<ReturnType<typeof accountWorld>>
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
  proxy = await spoilingProxy(services.lifi)
  const { swapContracts: contracts } = services
  world = await accountWorld(devnet, {
    clock: arrivalClock,
    adapters: [eip155({ swapContracts: contracts })],
    providers: [lifi({ url: proxy.url, tokens: bridgeTokens(devnet), contracts })],
  })
}, leaseTimeout)
afterAll(async () => {
  await world?.dispose()
  await proxy?.close()
  await services?.stop()
  await devnet?.stop()
})

const swap = () => world.latchkey.swap
const owner = () => world.alice.slice(world.alice.lastIndexOf(':') + 1) as Hex

async function begin(fromToken: string, toToken: string, amount: string) {
  proxy.spoil()
  await swap().begin({ fromToken, toToken, amount, toNetwork: there })
  await swap().refresh()
  expect(swap().state.error).toBeUndefined()
  return swap().state.terms!
}
/** Reviews and sends the swap. Resolves when it is sent. The promise `settled` in the result resolves with the outcome. */
async function send() {
  if ((await swap().prepareReview()).step === 'approve') await swap().approve()
  expect(swap().state.error).toBeUndefined()
  const settled = new Promise((resolve) => swap().on('settled', resolve))
  await swap().swapTokens()
  return { settled }
}

describe('a swap between networks', () => {
  it.each([
    ['tUSD', 'tUSD', '2.5'],
    ['tUSD', 'LKT', '0.5'],
    ['ETH', 'tUSD', '0.001'],
    ['tUSD', 'ETH', '2.5'],
    ['ETH', 'ETH', '0.01'],
  ])(
    'pays %s on one network and receives at least the minimum of %s on the other network',
    async (from, to, amount) => {
      const { minimum, toAmount, bridge } = await begin(from, to, amount)
      expect(bridge).toMatchObject({ name: 'across', duration: 4000, network: { caipNetworkId: there } })
      const { settled } = await send()
      await expect
        .poll(() => swap().state.result, { message: 'the first half is confirmed', timeout: 20_000 })
        .toMatchObject({ phase: 'confirmed', arrival: { phase: /pending|arrived/ } })
      await settled
      const { result } = swap().state
      expect(result).toMatchObject({ phase: 'confirmed', short: false, arrival: { phase: 'arrived' } })
      expect(result!.arrival!.hash).toMatch(/^0x[\da-f]{64}$/)
      expect(result!.received).toBeGreaterThanOrEqual(minimum)
      expect(result!.received).toBeLessThanOrEqual(toAmount)
    },
    40_000,
  )

  it('shows the token that the bridge takes, and the time of a refund', async () => {
    const { minimum } = await begin('tUSD', 'LKT', '0.5')
    if ((await swap().prepareReview()).step === 'approve') await swap().approve()
    const { bridge } = swap().state.review!
    expect(bridge).toMatchObject({ name: 'Across', amount: { symbol: 'LKT', decimals: 18 } })
    // The bridge keeps a fee, so it takes more than the minimum.
    expect(bridge!.amount.value).toBeGreaterThan(minimum)
    expect(Number(bridge!.refundAfter) - Date.now() / 1000).toBeGreaterThan(3000)
  })

  it('is offered only to other networks of the family that have tokens', async () => {
    await begin('tUSD', 'tUSD', '1')
    expect(swap().state.toNetworks!.map(({ caipNetworkId }) => caipNetworkId)).toEqual([there])
    expect(swap().state.toTokens!.map(({ symbol }) => symbol)).toEqual(['ETH', 'LKT', 'tUSD'])
    await expect(swap().setToNetwork('eip155:1')).rejects.toMatchObject({ code: 'swap/unsupported' })
    await swap().setToNetwork('eip155:31337')
    expect(swap().state).toMatchObject({ toNetwork: undefined, toTokens: undefined, toToken: undefined })
  })
})

/** A change of the service's answer that the client must detect. `field` is the field that the error names. */
interface Lie {
  readonly says: string
  readonly field: string
  readonly by: (answer: Json, minimum: bigint) => Json
}
const inData = (answer: Json, change: (data: Hex) => Hex) =>
  withField(answer, 'transactionRequest.data', (data) => change(data as Hex))
const inCall = (
  says: string,
  field: string,
  change: (call: BridgeCall, minimum: bigint) => Partial<BridgeCall>,
) => ({
  says,
  field,
  by: (answer: Json, minimum: bigint) =>
    inData(answer, (data) => withBridgeCall(data, (call) => change(call, minimum))),
})
const inBridge = (says: string, field: string, change: Partial<BridgeCall['bridge']>) =>
  inCall(says, field, ({ bridge }) => ({ bridge: { ...bridge, ...change } }))
const inAcross = (says: string, field: string, change: Partial<BridgeCall['across']>) =>
  inCall(says, field, ({ across }) => ({ across: { ...across, ...change } }))
const inSwap = (says: string, field: string, change: Partial<BridgeCall['swaps'][number]>) =>
  inCall(says, field, ({ swaps: [first] }) => ({ swaps: [{ ...first!, ...change }] }))
const now = () => Math.floor(Date.now() / 1000)

const callLies: readonly Lie[] = [
  inAcross('another receiver for the bridge', 'receiver', { receiverAddress: wordOfAddress(stranger) }),
  inBridge('another receiver for LI.FI', 'receiver', { receiver: stranger }),
  inCall('another receiver', 'receiver', ({ bridge, across }) => ({
    bridge: { ...bridge, receiver: stranger },
    across: { ...across, receiverAddress: wordOfAddress(stranger) },
  })),
  inAcross('a receiver that is no address', 'receiver', { receiverAddress: `0x${'12'.repeat(32)}` }),
  inAcross('another account for the refund', 'refund', { refundAddress: wordOfAddress(stranger) }),
  inBridge('another known network', 'target network', { destinationChainId: 1n }),
  inBridge('an unknown network', 'target network', { destinationChainId: 987_654_321n }),
  inAcross('another token to receive', 'target token', { receivingAssetId: wordOfAddress(stranger) }),
  inCall('a token to receive that differs in one character', 'target token', ({ across }) => ({
    across: { ...across, receivingAssetId: `${across.receivingAssetId.slice(0, -1)}f` as Hex },
  })),
  inAcross('another token for the bridge to take', 'source token', {
    sendingAssetId: wordOfAddress(stranger),
  }),
  inBridge('a call of a contract on the other network', 'command', { hasDestinationCall: true }),
  inAcross('a message to the other network', 'command', { message: '0x1234' }),
  inAcross('an hour during which only one relayer can pay', 'exclusivity', {
    exclusiveRelayer: wordOfAddress(stranger),
    exclusivityParameter: 3600,
  }),
  inAcross('only one relayer that can pay until the refund', 'exclusivity', {
    exclusiveRelayer: wordOfAddress(stranger),
    exclusivityParameter: now() + 3600,
  }),
  inAcross('a refund at once', 'refund time', { fillDeadline: now() - 60 }),
  inAcross('a refund in two days', 'refund time', { fillDeadline: now() + 2 * 86_400 }),
  {
    says: 'a contract that differs in one character',
    field: 'contract',
    by: (answer) => withField(answer, 'transactionRequest.to', (to) => `${String(to).slice(0, -1)}9`),
  },
  {
    says: 'another account that signs',
    field: 'account',
    by: (answer) => withField(answer, 'transactionRequest.from', () => stranger),
  },
  {
    says: 'a transaction for the other network',
    field: 'network',
    by: (answer) => withField(answer, 'transactionRequest.chainId', () => 31338),
  },
  {
    says: 'the native token in addition to a token',
    field: 'source token',
    by: (answer) => withField(answer, 'transactionRequest.value', () => '1'),
  },
  {
    says: 'another bridge',
    field: 'bridge',
    by: (answer) =>
      inData(answer, (data) => {
        const other = withBridgeCall(data, ({ bridge }) => ({ bridge: { ...bridge, bridge: 'stargateV2' } }))
        return `0x14d53077${other.slice(10)}`
      }),
  },
  { says: 'an unknown call', field: 'data', by: (answer) => inData(answer, () => '0x12345678') },
  {
    says: 'more bytes than the call',
    field: 'bridge',
    by: (answer) => inData(answer, (data) => `${data}00`),
  },
]
const directLies: readonly Lie[] = [
  inAcross('a minimum of 0', 'minimum', { outputAmount: 0n }),
  inCall('a minimum below the quoted minimum', 'minimum', ({ across }, minimum) => ({
    across: { ...across, outputAmount: minimum - 1n },
  })),
  inBridge('another token to pay', 'source token', { sendingAssetId: stranger }),
  inCall('a larger amount', 'amount', ({ bridge }) => ({
    bridge: { ...bridge, minAmount: bridge.minAmount + 1n },
  })),
  inBridge('a flag that announces a swap, although the call contains none', 'command', {
    hasSourceSwaps: true,
  }),
]
const swappedLies: readonly Lie[] = [
  inAcross('a rate of 0 for the bridge', 'minimum', { outputAmountMultiplier: 0n }),
  inCall('a worse rate for the bridge', 'minimum', ({ across }) => ({
    across: { ...across, outputAmountMultiplier: (across.outputAmountMultiplier * 98n) / 100n },
  })),
  inBridge('no minimum for the swap', 'minimum', { minAmount: 0n }),
  inCall('a lower minimum for the swap', 'minimum', ({ bridge }) => ({
    bridge: { ...bridge, minAmount: (bridge.minAmount * 98n) / 100n },
  })),
  inBridge('a flag that announces no swap, although the call contains one', 'command', {
    hasSourceSwaps: false,
  }),
  inCall('an empty list of swaps', 'data', () => ({ swaps: [] })),
  inCall('a second part that takes tokens', 'command', ({ swaps: [first] }) => ({ swaps: [first!, first!] })),
  inSwap('a part that takes no tokens', 'command', { requiresDeposit: false }),
  inSwap('a swap to a token that the bridge does not take', 'route', { receivingAssetId: stranger }),
  inCall('a refund in a token that is not listed', 'refund token', ({ bridge, across, swaps: [first] }) => ({
    bridge: { ...bridge, sendingAssetId: stranger },
    swaps: [{ ...first!, receivingAssetId: stranger }],
    across: { ...across, sendingAssetId: wordOfAddress(stranger) },
  })),
  inCall('a refund in a token other than the received token', 'refund token', (call, minimum) => {
    const [first] = call.swaps
    const sold = first!.sendingAssetId
    return {
      bridge: { ...call.bridge, sendingAssetId: sold, minAmount: 1n },
      swaps: [{ ...first!, receivingAssetId: sold }],
      across: {
        ...call.across,
        sendingAssetId: wordOfAddress(sold),
        outputAmountMultiplier: minimum * 10n ** 18n,
      },
    }
  }),
  inCall('a tiny refund, and a high rate', 'refund', ({ bridge, across }, minimum) => ({
    bridge: { ...bridge, minAmount: 1n },
    across: { ...across, outputAmountMultiplier: minimum * 10n ** 18n },
  })),
  inSwap('another token to pay', 'source token', { sendingAssetId: stranger }),
  inSwap('the native coin to pay', 'source token', { sendingAssetId: zeroAddress }),
  inCall('a larger amount', 'amount', ({ swaps: [first] }) => ({
    swaps: [{ ...first!, fromAmount: first!.fromAmount + 1n }],
  })),
]
const quoteLies: readonly Lie[] = [
  {
    says: 'a quote for another network',
    field: 'network',
    by: (answer) => withField(answer, 'action.toChainId', () => 1),
  },
  {
    says: 'a quote for a swap on one network',
    field: 'network',
    by: (answer) => withField(answer, 'action.toChainId', () => 31337),
  },
  {
    says: 'a quote from another network',
    field: 'network',
    by: (answer) => withField(answer, 'action.fromChainId', () => 31338),
  },
  {
    says: 'a quote for another target token',
    field: 'target token',
    by: (answer) => withField(answer, 'action.toToken.address', () => stranger),
  },
  {
    says: 'a quote for another amount',
    field: 'amount',
    by: (answer) => withField(answer, 'action.fromAmount', () => '1'),
  },
  {
    says: 'an expected amount of 0',
    field: 'target amount',
    by: (answer) => withField(answer, 'estimate.toAmount', () => '0'),
  },
  {
    says: 'the name of another bridge',
    field: 'tool',
    by: (answer) => withField(answer, 'tool', () => 'help.example'),
  },
  {
    says: 'an invalid name of the bridge',
    field: 'tool',
    by: (answer) => withField(answer, 'tool', () => '<b>across</b>'),
  },
]

describe('a swap between networks is refused without a wallet request', () => {
  const named = (list: readonly Lie[]) => list.map((lie) => [lie.says, lie] as const)
  async function refuse(lie: Lie, toToken: string) {
    const asked = world.wallet.script.count('eth_sendTransaction')
    const { minimum } = await begin('tUSD', toToken, '0.5')
    proxy.spoil(quotes, (answer) => lie.by(answer, minimum))
    await swap().refresh()
    const error = { code: 'swap/mismatch', values: { field: lie.field } }
    if (swap().state.error) expect(swap().state.error).toMatchObject(error)
    else await expect(swap().prepareReview()).rejects.toMatchObject(error)
    expect(world.wallet.script.count('eth_sendTransaction')).toBe(asked)
    // Without the change, the same swap can be reviewed.
    proxy.spoil()
    await swap().refresh()
    expect((await swap().prepareReview()).terms.minimum).toBe(minimum)
  }

  it.each(named([...quoteLies, ...callLies, ...directLies]))(
    'if the answer for the bridge contains %s',
    async (_says, lie) => refuse(lie, 'tUSD'),
  )

  it.each(named([...callLies, ...swappedLies]))(
    'if the answer for a swap and the bridge contains %s',
    async (_says, lie) => refuse(lie, 'LKT'),
  )

  it('if the bridge would pay the native coin to an account with code', async () => {
    const node = devnet.networks.find(({ caipNetworkId }) => caipNetworkId === there)!.rpcUrls.default
      .http[0]!
    await begin('ETH', 'ETH', '0.01')
    await nodeRpc(node, 'anvil_setCode', [owner(), '0x00'])
    try {
      await expect(swap().prepareReview()).rejects.toMatchObject({ values: { field: 'target token' } })
    } finally {
      await nodeRpc(node, 'anvil_setCode', [owner(), '0x'])
    }
    expect(await swap().prepareReview()).toMatchObject({ step: 'swap' })
  })

  it('if the account is a contract on the first network', async () => {
    const node = devnet.networks.find(({ caipNetworkId }) => caipNetworkId === 'eip155:31337')!.rpcUrls
      .default.http[0]!
    await begin('tUSD', 'tUSD', '0.5')
    await nodeRpc(node, 'anvil_setCode', [owner(), '0x00'])
    try {
      await expect(swap().prepareReview()).rejects.toMatchObject({ values: { field: 'receiver' } })
      // A delegation of EIP-7702 doesn't change who owns the account.
      await nodeRpc(node, 'anvil_setCode', [owner(), `0xef0100${stranger.slice(2)}`])
      expect(await swap().prepareReview()).toHaveProperty('step')
    } finally {
      await nodeRpc(node, 'anvil_setCode', [owner(), '0x'])
    }
  })

  it("if it uses a bridge that Latchkey doesn't accept", async () => {
    await begin('tUSD', 'tUSD', '0.5')
    proxy.spoil(quotes, (answer) => callLies.find(({ says }) => says === 'another bridge')!.by(answer, 0n))
    await swap().refresh()
    await expect(swap().prepareReview()).rejects.toThrow(/stargateV2/)
  })
})

describe('the second half of a swap between networks', () => {
  const answers = (...list: readonly Json[]): Spoil => {
    let at = 0
    return () => list[Math.min(at++, list.length - 1)]!
  }
  const pending = { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' }

  it.each([
    ['refunded', 'a refund', answers(pending, { status: 'DONE', substatus: 'REFUNDED' })],
    ['partial', 'the arrival of another token', answers(pending, { status: 'DONE', substatus: 'PARTIAL' })],
    ['failed', 'an expired bridge', answers(pending, { status: 'FAILED', substatus: 'EXPIRED' })],
    ['failed', 'an invalid transaction', answers({ status: 'INVALID' })],
    [
      'unknown',
      'an arrival that the node does not show',
      answers(pending, { status: 'DONE', substatus: 'COMPLETED' }),
    ],
  ] as const)('is %s if the service reports %s', async (phase, _says, spoil) => {
    await begin('tUSD', 'tUSD', '0.5')
    await swap().prepareReview()
    proxy.answer(statuses, spoil)
    const { settled } = await send()
    expect(await settled).toMatchObject({ phase: 'confirmed', arrival: { phase }, short: false })
    expect(swap().state.result).toMatchObject({ phase: 'confirmed', arrival: { phase }, received: undefined })
  })

  it('is requested by the hash in the block if the wallet raised the fee', async () => {
    const url = devnet.nodes.find(({ network }) => network === 'eip155:31337')!.url
    const node = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, staticNetwork: true })
    const signer = new Wallet(devnet.accounts.alice!.eip155!.secret, node)
    await begin('tUSD', 'tUSD', '0.5')
    if ((await swap().prepareReview()).step === 'approve') await swap().approve()
    expect((await swap().prepareReview()).step).toBe('swap')
    const asked: string[] = []
    proxy.answer(statuses, (_, request) => {
      asked.push(request.path)
      return { status: 'INVALID' }
    })
    const settled = new Promise((resolve) => swap().on('settled', resolve))
    await node.send('evm_setAutomine', [false])
    try {
      const { hash } = await swap().swapTokens()
      const { to, data, value, nonce, gasLimit } = (await node.getTransaction(hash))!
      const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 10_000_000_000n }
      const raised = await signer.sendTransaction({ to, data, value, nonce, gasLimit, ...fees })
      await node.send('evm_mine', [])
      expect(await settled).toMatchObject({ hash, minedHash: raised.hash, arrival: { phase: 'failed' } })
      expect(asked.length).toBeGreaterThan(0)
      for (const one of asked) expect(one).toContain(raised.hash)
      const rows = () =>
        world.latchkey.activity.state.transactions.filter((one) => [hash, raised.hash].includes(one.hash))
      await expect
        .poll(rows, { message: 'the activity has one row for the swap' })
        .toMatchObject([{ hash: raised.hash, bridge: { phase: 'failed' } }])
    } finally {
      await node.send('evm_setAutomine', [true])
      node.destroy()
    }
  }, 60_000)

  it('is followed after a reload as soon as the activity is loaded', async () => {
    const options = {
      name: 'reloaded',
      adapters: [eip155({ swapContracts: services.swapContracts })],
      providers: [lifi({ url: proxy.url, tokens: bridgeTokens(devnet), contracts: services.swapContracts })],
    }
    const before = await accountWorld(devnet, { ...options, clock: arrivalClock })
    const { swap: own } = before.latchkey
    let asked = 0
    proxy.answer(statuses, () => {
      asked += 1
      return pending
    })
    await own.begin({ fromToken: 'tUSD', toToken: 'tUSD', amount: '0.5', toNetwork: there })
    await own.refresh()
    if ((await own.prepareReview()).step === 'approve') await own.approve()
    const { hash } = await own.swapTokens()
    await expect
      .poll(() => own.state.result?.arrival?.phase, { message: 'the first half', timeout: 20_000 })
      .toBe('pending')
    await before.latchkey.activity.load()
    const rowIn = ({ activity }: typeof before.latchkey) =>
      activity.state.transactions.find((one) => one.hash === hash)
    expect(rowIn(before.latchkey)).toMatchObject({
      operation: 'trade',
      bridge: { network: there, phase: 'pending' },
    })
    await before.dispose()
    asked = 0

    const { platform, wallet } = before
    const after = createLatchkey({
      networks: devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155'),
      ...options,
      connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })],
      ...{ platform, enableEIP6963: false, enableInjected: false },
    })
    await after.connect({ connectorId: 'keys' })
    expect(asked).toBe(0)
    await after.activity.load()
    expect(rowIn(after)).toMatchObject({ operation: 'trade', bridge: { network: there, phase: 'pending' } })
    await expect.poll(() => asked, { message: 'requests after the reload' }).toBeGreaterThan(0)
    proxy.spoil()
    await expect
      .poll(() => rowIn(after)?.bridge, { message: 'the arrival', timeout: 20_000 })
      .toEqual({ network: there, phase: 'arrived' })
    await after.dispose()
  }, 60_000)

  it.each([
    ['HTML', () => (response) => response.end('<html></html>')],
    ['status 404', () => (response) => response.writeHead(404).end('{"message":"Not found"}')],
    ['status 500', () => (response) => response.writeHead(500).end('{}')],
    ['an unknown status', () => ({ status: 'PERHAPS' })],
    ['no status', () => ({})],
    ['a list', () => (response) => response.end('[]')],
  ] as readonly (readonly [string, Spoil])[])(
    'stays pending while the service answers with %s',
    async (_says, spoil) => {
      await begin('tUSD', 'tUSD', '0.5')
      let asked = 0
      proxy.answer(statuses, (answer, request) => {
        asked += 1
        return spoil(answer, request)
      })
      const { settled } = await send()
      await expect
        .poll(() => asked, { message: 'the client asks for the status three times', timeout: 20_000 })
        .toBeGreaterThan(2)
      expect(swap().state.result).toMatchObject({ phase: 'confirmed', arrival: { phase: 'pending' } })
      proxy.spoil()
      expect(await settled).toMatchObject({ arrival: { phase: 'arrived' } })
    },
    40_000,
  )
})
