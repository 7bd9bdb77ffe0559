import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { eip155Adapter } from '../../../../src/adapters/eip155/adapter.ts'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import type { CaipAddress } from '../../../../src/core/chain/caip.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import {
  augustus,
  augustusDollars,
  augustusToCoin,
  augustusWithFee,
  oneInch,
  oneInchOnBase,
  oneInchOnEthereum,
  settledOnBase,
  settledOnEthereum,
  settledOnPolygon,
} from './published-swap-calls.ts'

const adapters: { dispose(): Promise<void> }[] = []
afterAll(() => Promise.all(adapters.map((one) => one.dispose())))

/** `settler`: the node's answer about the current Settler of 0x. */
function read(to: Hex, data: Hex, value: bigint, account: CaipAddress<'eip155'>, settler?: string) {
  const request = async ({ method }: RpcRequest) => {
    if (method === 'eth_call' && settler) return `0x${settler.padStart(64, '0')}`
    throw new Error(method)
  }
  const rpc = { request }
  const context = { ...memoryPlatform(), networks: [], rpc: () => rpc, http: () => ({}), endpoints: () => [] }
  const made = eip155Adapter(context as unknown as AdapterContext, eip155().capabilities)
  adapters.push(made)
  return made.swapSupport!.read({ to, data, value }, account)
}

describe('the calldata of an aggregator', () => {
  it('of 1inch may have four extra bytes at its end, and no more', async () => {
    const router = '0x111111125421cA6dc452d289314280a0f8842A65'
    const account = 'eip155:42161:0x638252F8B5977B5A870756955164319FC9DaDF5B'
    const amount = 10n ** 16n
    expect(await read(router, oneInch, amount, account as CaipAddress<'eip155'>)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: true, toCoin: false, amount, deadline: undefined },
      minimum: 0x1cdfa252fb8bd6n,
      path: [expect.anything(), '0x5979D7b546E38E414F7E9822514be443A4800529'],
    })
    const longer: Hex = `${oneInch}00`
    expect(await read(router, longer, amount, account as CaipAddress<'eip155'>)).toBeUndefined()
  })

  it('of 1inch is read on Base', async () => {
    const router = '0x111111125421cA6dc452d289314280a0f8842A65'
    const account = 'eip155:8453:0x87146D9C3230cf0fcE7AE16A7140522f313bAfcD'
    expect(await read(router, oneInchOnBase, 0n, account)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: false, toCoin: false, amount: 1_000_000n, minimum: 0xf171bn },
      path: [
        expect.stringMatching(/^0x833589fcd6edb6e08f4c7c32d4f71b54bda02913$/i),
        expect.stringMatching(/^0xfde4c96c8593536e31f229ea8f37b2ada2699bb2$/i),
      ],
      receiver: expect.stringMatching(/^0x87146d9c3230cf0fce7ae16a7140522f313bafcd$/i),
    })
  })

  it('of 1inch is read if a referrer takes a fee', async () => {
    const router = '0x111111125421cA6dc452d289314280a0f8842A65'
    const account = 'eip155:1:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    expect(await read(router, oneInchOnEthereum, 0n, account)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: false, toCoin: false, amount: 100_000_000n },
      minimum: 9_617_202_292_553_744_645_087_145n,
      path: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x6982508145454Ce325dDbE47a25d4ec3d2311933'],
      receiver: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    })
  })

  it('of 0x names the recipient and the minimum', async () => {
    const router = '0x0000000000001fF3684f28c67538d4D072C22734'
    const account = 'eip155:137:0x5151537093e68f61A48CB98bA56922aBcd2bC5E4'
    const value = 1_055_510_455_939_352_058n
    const settler = 'b0873c46937d34e98615e8c868bd3580bc6dcd47'
    expect(await read(router, settledOnPolygon, value, account, settler)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: true, toCoin: false, amount: value, minimum: 0x18216n },
      receiver: expect.stringMatching(/^0x5151537093e68f61a48cb98ba56922abcd2bc5e4$/i),
    })
    const other = read(router, settledOnPolygon, value, account, '1'.repeat(40))
    await expect(other).rejects.toMatchObject({ code: 'swap/mismatch' })
  })

  it('of 0x is read on Ethereum, and names another recipient than the account', async () => {
    const router = '0x0000000000001fF3684f28c67538d4D072C22734'
    const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const settler = 'c92814c1974355122a8a43781a090552634ee567'
    expect(await read(router, settledOnEthereum, 0n, account, settler)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: false, toCoin: false, amount: 10n ** 17n, minimum: 327_462_300n },
      path: ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      receiver: '0x4D6d2A149A46D9D8C4473FbaA269f3738247eB60',
    })
  })

  // A review refuses such a call, because its minimum is below the shown one.
  it('of 0x names neither recipient nor minimum if a pool pays the account itself', async () => {
    const router = '0x0000000000001fF3684f28c67538d4D072C22734'
    const account = 'eip155:8453:0x4D2A422dB44144996E855ce15FB581a477dbB947'
    const settler = '55873e4b1dd63ab3fea3ca47c10277655ac2dce0'
    expect(await read(router, settledOnBase, 0n, account, settler)).toMatchObject({
      ...{ amount: 100_000n, minimum: 0n, receiver: zeroAddress },
    })
  })

  it('of ParaSwap gives a minimum without the one unit that stays in the contract', async () => {
    const router = '0x6A000F20005980200259B80c5102003040001068'
    const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(await read(router, augustus, 0n, account)).toEqual({
      ...{ kind: 'swap', router, fromCoin: false, toCoin: false, amount: 1_000_000n, deadline: undefined },
      minimum: 0xdb4d11c67691ad5n - 1n,
      path: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
      // Without a beneficiary, Augustus pays the sender.
      receiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    })
  })

  it.each([
    ['another token', augustusDollars, '0xdAC17F958D2ee523a2206206994597C13D831ec7', 10n ** 9n, 989_871_105n],
    [
      'the native token',
      augustusToCoin,
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      10n ** 18n,
      1_169_450_896_326_570_000n,
    ],
    [
      'another token, through a partner',
      augustusWithFee,
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      10n ** 18n,
      999_500n,
    ],
  ] as const)('of ParaSwap is read for %s', async (_, call, bought, amount, least) => {
    const router = '0x6A000F20005980200259B80c5102003040001068'
    const account = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(await read(router, call, 0n, account)).toMatchObject({
      ...{ kind: 'swap', router, fromCoin: false, toCoin: /^0xEeee/.test(bought), amount },
      minimum: least - 1n,
      path: [expect.anything(), bought],
      receiver: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    })
  })

  // No answer with such a call is published, so the test encodes the call with the ABI of LI.FI's contract.
  it('of LI.FI is decoded if a fee is paid before the swap', async () => {
    const router: Hex = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'
    const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const [usdc, dai] = [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    ] as const
    const abi = parseAbi([
      'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
      'function swapTokensMultipleV3ERC20ToERC20(bytes32, string, string, address, uint256, SwapData[] data)',
      'function swapTokensMultipleV3ERC20ToNative(bytes32, string, string, address, uint256, SwapData[] data)',
      'function swapTokensMultipleV3NativeToERC20(bytes32, string, string, address, uint256, SwapData[] data) payable',
    ])
    const part = (from: Hex, to: Hex, fromAmount: bigint, requiresDeposit: boolean) =>
      ({
        ...{ callTo: router, approveTo: router, sendingAssetId: from, receivingAssetId: to },
        ...{ fromAmount, callData: '0x12345678' as Hex, requiresDeposit },
      }) as const
    const parts = [part(usdc, usdc, 1_000_000n, true), part(usdc, dai, 997_500n, false)]
    const args = [`0x${'0'.repeat(64)}`, 'host', '', owner, 990n, parts] as const
    const data = encodeFunctionData({ abi, functionName: 'swapTokensMultipleV3ERC20ToERC20', args })
    const swap = { kind: 'swap', router, amount: 1_000_000n, minimum: 990n, receiver: owner }
    expect(await read(router, data, 0n, `eip155:1:${owner}`)).toMatchObject({
      ...{ ...swap, path: [usdc, dai], fromCoin: false, toCoin: false, deadline: undefined },
    })
    const toNative = [part(usdc, usdc, 1_000_000n, true), part(usdc, zeroAddress, 997_500n, false)]
    const native = encodeFunctionData({
      ...{ abi, functionName: 'swapTokensMultipleV3ERC20ToNative' },
      args: [args[0], args[1], args[2], owner, 990n, toNative],
    })
    expect(await read(router, native, 0n, `eip155:1:${owner}`)).toMatchObject({ ...swap, toCoin: true })
    // A swap of the native token takes no tokens from the account, whatever the parts of the call say.
    const fromNative = [part(zeroAddress, usdc, 5n, true), part(usdc, dai, 997_500n, true)]
    const paid = encodeFunctionData({
      ...{ abi, functionName: 'swapTokensMultipleV3NativeToERC20' },
      args: [args[0], args[1], args[2], owner, 990n, fromNative],
    })
    expect(await read(router, paid, 5n, `eip155:1:${owner}`)).toMatchObject({ amount: 5n, fromCoin: true })
  })
})
