import { encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import type { SwapCall, SwapProvider } from '../../src/core/wallet/payments/swap-provider.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { payingAnyCall } from '../support/stand-in.ts'
import { makerClient } from '../support/uniswap-contracts.ts'

const oneInchAbi = parseAbi([
  'struct SwapDescription { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, SwapDescription desc, bytes data) payable',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
])
const zeroExAbi = parseAbi([
  'struct AllowedSlippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes)',
  'function execute(AllowedSlippage slippage, bytes[] actions, bytes32 affiliate) payable returns (bool)',
])
const augustusAbi = parseAbi([
  'struct GenericData { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'function swapExactAmountIn(address executor, GenericData swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
  'function swapExactAmountOut(address executor, GenericData swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
])
const lifiData =
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }'
const lifiHead = 'bytes32 id, string integrator, string referrer, address receiver, uint256 minAmountOut'
const lifiSingleAbi = parseAbi([
  lifiData,
  `function swapTokensSingleV3ERC20ToERC20(${lifiHead}, SwapData data)`,
  `function swapTokensSingleV3ERC20ToNative(${lifiHead}, SwapData data)`,
  `function swapTokensSingleV3NativeToERC20(${lifiHead}, SwapData data) payable`,
])
const lifiMultipleAbi = parseAbi([
  lifiData,
  `function swapTokensMultipleV3ERC20ToERC20(${lifiHead}, SwapData[] data)`,
])

const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' as const
const at = (digits: string) => getAddress(`0x${digits.repeat(10)}`)
const contract = at('c0de')
const settler = at('5e77')
const registry = at('4e67')
const stranger = at('5712')
const executor = at('e8ec')
const zero32 = `0x${'0'.repeat(64)}` as const
const amount = 500_000n
const toAmount = 10n ** 15n
const minimum = (toAmount * 99n) / 100n

/** The values of a swap call. Each aggregator has its own encoding of these values. */
interface Terms {
  readonly to: Hex
  readonly from: Hex
  readonly pays: Hex
  readonly recipient: Hex
  readonly amount: bigint
  readonly minimum: bigint
  readonly value: bigint
  readonly other: Hex
}
interface Lie {
  readonly says: string
  readonly field: string
  readonly terms?: (terms: Terms) => Partial<Terms>
  readonly data?: (terms: Terms, honest: Hex) => Hex
  readonly coin?: boolean
}
interface Aggregator {
  readonly name: string
  readonly pins: Readonly<Record<string, Hex>>
  readonly encode: (terms: Terms, change?: Readonly<Record<string, unknown>>) => Hex
  readonly lies: readonly Lie[]
}

const oneInch: Aggregator['encode'] = (terms, change) =>
  encodeFunctionData({
    abi: oneInchAbi,
    functionName: 'swap',
    args: [
      executor,
      {
        ...{
          srcToken: terms.from,
          dstToken: terms.pays,
          srcReceiver: executor,
          dstReceiver: terms.recipient,
        },
        ...{ amount: terms.amount, minReturnAmount: terms.minimum, flags: 0n },
        ...change,
      },
      '0x1234',
    ],
  })
const zeroEx: Aggregator['encode'] = (terms, change) =>
  encodeFunctionData({
    abi: zeroExAbi,
    functionName: 'exec',
    args: [
      (change?.operator as Hex) ?? settler,
      (change?.token as Hex) ?? terms.from,
      terms.amount,
      (change?.target as Hex) ?? settler,
      (change?.data as Hex) ??
        encodeFunctionData({
          abi: zeroExAbi,
          functionName: 'execute',
          args: [
            { recipient: terms.recipient, buyToken: terms.pays, minAmountOut: terms.minimum },
            ['0x12345678'],
            zero32,
          ],
        }),
    ],
  })
const augustus = (
  terms: Terms,
  change?: Readonly<Record<string, unknown>>,
  fee = 0n,
  permit: Hex = '0x',
): Hex =>
  encodeFunctionData({
    abi: augustusAbi,
    functionName: 'swapExactAmountIn',
    args: [
      executor,
      {
        ...{ srcToken: terms.from, destToken: terms.pays, fromAmount: terms.amount },
        // The contract keeps one unit of the output.
        ...{
          toAmount: terms.minimum + 1n,
          quotedAmount: toAmount,
          metadata: zero32,
          beneficiary: terms.recipient,
        },
        ...change,
      },
      fee,
      permit,
      '0x1234',
    ],
  })

const lifiPart = (terms: Terms, requiresDeposit = true) => ({
  ...{ callTo: executor, approveTo: executor, fromAmount: terms.amount, callData: '0x1234' as Hex },
  sendingAssetId: terms.from === native ? zeroAddress : terms.from,
  ...{ receivingAssetId: terms.pays, requiresDeposit },
})
const lifiEnds = ({ recipient, minimum: least }: Terms) =>
  [zero32, 'integrator', 'referrer', recipient, least] as const
const lifi: Aggregator['encode'] = (terms) =>
  encodeFunctionData({
    abi: lifiSingleAbi,
    functionName:
      terms.from === native
        ? 'swapTokensSingleV3NativeToERC20'
        : terms.pays === native
          ? 'swapTokensSingleV3ERC20ToNative'
          : 'swapTokensSingleV3ERC20ToERC20',
    args: [...lifiEnds(terms), lifiPart(terms)],
  })
const lifiParts = (terms: Terms, parts: readonly ReturnType<typeof lifiPart>[]) =>
  encodeFunctionData({ abi: lifiMultipleAbi, args: [...lifiEnds(terms), [...parts]] })

/** False calls that any aggregator could return. */
const common: readonly Lie[] = [
  { says: 'another contract', field: 'contract', terms: () => ({ to: stranger }) },
  {
    says: 'a contract that differs in one character',
    field: 'contract',
    terms: () => ({ to: getAddress(contract.replace(/e$/i, 'f').toLowerCase() as Hex) }),
  },
  { says: 'another source token', field: 'source token', terms: ({ other }) => ({ from: other }) },
  {
    says: 'a token in place of the native token that is sent',
    field: 'source token',
    coin: true,
    terms: ({ other }) => ({ from: other }),
  },
  {
    says: 'no ether although the source is the native token',
    field: 'source token',
    coin: true,
    terms: () => ({ value: 0n }),
  },
  { says: 'another target token', field: 'target token', terms: ({ other }) => ({ pays: other }) },
  {
    says: 'the native token in place of the target token',
    field: 'target token',
    terms: () => ({ pays: native }),
  },
  {
    says: 'the native token in place of the source token',
    field: 'source token',
    terms: () => ({ from: native }),
  },
  { says: 'another recipient', field: 'receiver', terms: () => ({ recipient: stranger }) },
  { says: 'the contract as the recipient', field: 'receiver', terms: () => ({ recipient: contract }) },
  { says: 'the executor as the recipient', field: 'receiver', terms: () => ({ recipient: executor }) },
  { says: 'a larger amount', field: 'amount', terms: (terms) => ({ amount: terms.amount + 1n }) },
  { says: 'a smaller amount', field: 'amount', terms: (terms) => ({ amount: terms.amount - 1n }) },
  { says: 'the amount 0', field: 'amount', terms: () => ({ amount: 0n }) },
  { says: 'the largest amount', field: 'amount', terms: () => ({ amount: 2n ** 256n - 1n }) },
  { says: 'a lower minimum', field: 'minimum', terms: (terms) => ({ minimum: terms.minimum - 1n }) },
  { says: 'no minimum', field: 'minimum', terms: () => ({ minimum: 0n }) },
  { says: 'the native token in addition to a token', field: 'source token', terms: () => ({ value: 1n }) },
  {
    says: 'more of the native token than the amount',
    field: 'value',
    coin: true,
    terms: (terms) => ({ value: terms.value * 2n }),
  },
  { says: 'extra bytes', field: 'data', data: (_, honest) => `${honest}0000000000` },
  { says: 'no data', field: 'data', data: () => '0x' },
  {
    says: 'a transfer in place of the swap',
    field: 'data',
    data: (terms) =>
      encodeFunctionData({
        abi: parseAbi(['function transferFrom(address, address, uint256)']),
        args: [terms.recipient, stranger, terms.amount],
      }),
  },
]

const aggregators: readonly Aggregator[] = [
  {
    name: '1inch',
    pins: { oneInchRouter: contract },
    encode: oneInch,
    lies: [
      { says: 'a partial fill', field: 'partial fill', data: (terms) => oneInch(terms, { flags: 1n }) },
      {
        says: 'a flag that asks for more of the native token',
        field: 'value',
        data: (terms) => oneInch(terms, { flags: 2n }),
      },
      { says: 'tokens through Permit2', field: 'spender', data: (terms) => oneInch(terms, { flags: 4n }) },
      { says: 'an unknown flag', field: 'command', data: (terms) => oneInch(terms, { flags: 8n }) },
      {
        says: 'the zero address as a token',
        field: 'route',
        data: (terms) => oneInch(terms, { srcToken: zeroAddress }),
      },
      {
        says: 'no target token',
        field: 'command',
        data: (terms) =>
          encodeFunctionData({
            abi: oneInchAbi,
            functionName: 'unoswap',
            args: [BigInt(terms.from), terms.amount, terms.minimum, BigInt(stranger)],
          }),
      },
    ],
  },
  {
    name: '0x',
    pins: { zeroExAllowanceHolder: contract, zeroExRegistry: registry },
    encode: zeroEx,
    lies: [
      { says: 'another operator', field: 'contract', data: (terms) => zeroEx(terms, { operator: stranger }) },
      { says: 'another target', field: 'contract', data: (terms) => zeroEx(terms, { target: stranger }) },
      {
        says: 'another call of the Settler',
        field: 'command',
        data: (terms) => zeroEx(terms, { data: '0xdeadbeef' }),
      },
      {
        says: 'extra bytes for the Settler',
        field: 'command',
        data: (terms, honest) => zeroEx(terms, { data: honest }),
      },
      {
        says: 'a token in addition to the native token',
        field: 'source token',
        coin: true,
        data: (terms) => zeroEx(terms, { token: terms.other }),
      },
    ],
  },
  {
    name: 'ParaSwap',
    pins: { augustus: contract },
    encode: augustus,
    lies: [
      {
        says: 'a fee that is deducted after the minimum is checked',
        field: 'minimum',
        data: (terms) => augustus(terms, {}, 100n),
      },
      {
        says: 'a fee above 100%',
        field: 'provider fee',
        data: (terms) => augustus(terms, {}, 10_001n),
      },
      {
        says: 'a quoted amount that is too low, because Augustus keeps what exceeds the quoted amount',
        field: 'minimum',
        data: (terms) => augustus(terms, { quotedAmount: 1n }),
      },
      { says: 'a permit', field: 'command', data: (terms) => augustus(terms, {}, 0n, '0x1234') },
      {
        says: 'an exact output',
        field: 'data',
        data: (terms) => `0x7f457675${augustus(terms).slice(10)}`,
      },
    ],
  },
  {
    name: 'LI.FI',
    pins: { lifiDiamond: contract },
    encode: lifi,
    lies: [
      {
        says: 'a second part that takes tokens',
        field: 'command',
        data: (terms) => lifiParts(terms, [lifiPart(terms), lifiPart({ ...terms, from: terms.other })]),
      },
      {
        says: 'a first part that takes nothing',
        field: 'command',
        data: (terms) => lifiParts(terms, [lifiPart(terms, false)]),
      },
      { says: 'no parts', field: 'data', data: (terms) => lifiParts(terms, []) },
      {
        says: 'parts that end with another token',
        field: 'target token',
        data: (terms) =>
          lifiParts(terms, [lifiPart(terms), lifiPart({ ...terms, pays: terms.other }, false)]),
      },
      {
        says: 'the zero address as the target token',
        field: 'route',
        data: (terms) => lifi({ ...terms, pays: zeroAddress }),
      },
      {
        says: 'a bridge',
        field: 'data',
        // The selector is `startBridgeTokensViaStargate` of LI.FI's StargateFacet.
        data: (terms) => `0xbe1eace7${lifi(terms).slice(10)}`,
      },
    ],
  },
]

// A test contract replaces the aggregator's contract: for every call, it takes and pays the quoted amounts. So a
// correct swap in this file only shows that a call is decoded, approved, simulated and sent. False calls (`Lie`) are
// refused before anything runs. `swap-calldata.test.ts` decodes calls that the aggregators' own APIs have built.
describe.each(aggregators.map((each) => [each.name, each] as const))(
  'a swap of %s',
  (_name, { pins, encode, lies }) => {
    let devnet: Devnet
    let world: Awaited<ReturnType<typeof accountWorld>>
    let lie: Lie | undefined
    let tokens: readonly { symbol: string; name: string; decimals: number; address: Hex }[]

    beforeAll(async () => {
      devnet = await leaseDevnet({ families: ['eip155'] })
      tokens = devnet.tokens
        .filter(({ asset }) => asset.startsWith('eip155:'))
        .map(({ asset, ...token }) => ({
          ...token,
          address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)),
        }))
      const client = makerClient(devnet)
      const token = (symbol: string) => tokens.find((one) => one.symbol === symbol)!.address
      await client.request({
        method: 'anvil_dealERC20',
        params: [contract, token('LKT'), `0x${(toAmount * 10n).toString(16)}`],
      } as never)
      // The registry's code answers every call with the address of the Settler.
      await client.setCode({ address: registry, bytecode: `0x73${settler.slice(2)}5f5260205ff3` })
      const pays = { token: token('LKT'), amount: toAmount }
      const swapProvider: SwapProvider = {
        name: 'aggregator',
        tokens: async () => [{ symbol: 'ETH', name: 'Ether', decimals: 18 }, ...tokens],
        quote: async (request) => {
          const coin = request.from.address === undefined
          const takes = { token: token('tUSD'), amount: request.amount }
          await client.setCode({ address: contract, bytecode: payingAnyCall(coin ? undefined : takes, pays) })
          return {
            ...{ from: request.from.address, to: request.to.address, amount: request.amount },
            ...{ toAmount, minimum, gasPrice: 1n, expiresAt: Date.now() + 30_000 },
          }
        },
        approval: async ({ account, network, from, amount: approved }) => ({
          allowance: 0n,
          call: {
            ...{ network, from: account.slice(account.lastIndexOf(':') + 1), to: from.address!, value: 0n },
            data: encodeFunctionData({
              abi: parseAbi(['function approve(address, uint256)']),
              args: [contract, approved],
            }),
          },
        }),
        build: async ({ account, network, from, to, amount: spent }): Promise<SwapCall> => {
          const owner = account.slice(account.lastIndexOf(':') + 1) as Hex
          const coin = from.address === undefined
          const terms: Terms = {
            ...{
              to: contract,
              from: (from.address ?? native) as Hex,
              pays: to.address as Hex,
              recipient: owner,
            },
            ...{ amount: spent, minimum, value: coin ? spent : 0n },
            other: coin ? token('tUSD') : at('0dd0'),
          }
          const spoiled = { ...terms, ...lie?.terms?.(terms) }
          const honest = encode(spoiled)
          const data = lie?.data?.(spoiled, honest) ?? honest
          return { network, from: owner, to: spoiled.to, data, value: spoiled.value }
        },
      }
      world = await accountWorld(devnet, {
        clock: systemClock,
        projectId: 'swap',
        adapters: [eip155({ swapContracts: { 'eip155:31337': pins } })],
        swapProvider,
      })
    }, leaseTimeout)
    afterAll(async () => {
      await world?.dispose()
      await devnet?.stop()
    })

    it.each([...common, ...lies].map((each) => [each.says, each] as const))(
      'is refused if its call contains %s',
      async (_says, each) => {
        const { swap } = world.latchkey
        lie = each
        const asked = () => world.wallet.script.count('eth_sendTransaction')
        const before = asked()
        await swap.begin({ fromToken: each.coin ? 'ETH' : 'tUSD', toToken: 'LKT', amount: '0.5' })
        const mismatch = { code: 'swap/mismatch', values: { field: each.field } }
        await expect(swap.swapTokens()).rejects.toMatchObject(mismatch)
        expect(asked()).toBe(before)
        // Without the change, the same swap can be reviewed.
        lie = undefined
        const step = each.coin ? 'swap' : 'approve'
        expect(await swap.prepareReview()).toMatchObject({ step, spender: contract })
      },
    )

    it('is signed, and is reviewed as a swap without a deadline', async () => {
      const { swap } = world.latchkey
      await swap.begin({ fromToken: 'tUSD', toToken: 'LKT', amount: '0.5' })
      expect(await swap.prepareReview()).toMatchObject({ step: 'approve', approves: amount })
      await swap.approve()
      expect(swap.state.review).toMatchObject({ step: 'swap', deadline: undefined })
      const settled = new Promise((resolve) => swap.on('settled', resolve))
      await swap.swapTokens()
      await settled
      expect(swap.state.result).toMatchObject({ phase: 'confirmed', received: toAmount, short: false })
    })
  },
)
