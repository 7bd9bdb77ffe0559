import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { eip155Adapter } from '../../../../src/adapters/eip155/adapter.ts'
import { eip155 } from '../../../../src/adapters/eip155/index.ts'
import type { CaipAddress } from '../../../../src/core/chain/caip.ts'
import type { AdapterContext } from '../../../../src/core/wallet/adapter.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

// Answers of the aggregators' own APIs, as developers have published them.

const oneInch = [
  '0x07ed2379',
  '0000000000000000000000004c3ccc98c01103be72bcfd29e1d2454c98d1a6e3',
  '000000000000000000000000eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0000000000000000000000005979d7b546e38e414f7e9822514be443a4800529',
  '0000000000000000000000004c3ccc98c01103be72bcfd29e1d2454c98d1a6e3',
  '000000000000000000000000638252f8b5977b5a870756955164319fc9dadf5b',
  '000000000000000000000000000000000000000000000000002386f26fc10000',
  '000000000000000000000000000000000000000000000000001cdfa252fb8bd6',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000120',
  '000000000000000000000000000000000000000000000000000000000000011d',
  '0000000000000000000000000000000000000000000000ff00009c00008200a07225b0d000000000000000000000000000000000000000003c8b6ff2eb679f',
  '0a69c98af2aab62260ba247cb3000000000000000000000000000000000000000000000000000000746a52880090cbe4bdd538d6e9b379bff5fe72c3d67a',
  '521de5000000000000000000000000000000000000000000000000000000746a528800404182af49447d8a07e3bd95bd0d56f35241523fbab1d0e30db002',
  'a0000000000000000000000000000000000000000000000000001c9d0af3ad2c05ee63c1e580deb89de4bb6ecf5bfed581eb049308b52d9b2da782af4944',
  '7d8a07e3bd95bd0d56f35241523fbab1111111125421ca6dc452d289314280a0f8842a65000000d1f115cb',
].join('') as Hex

const augustus = [
  '0xe3ead59e',
  '0000000000000000000000005f0000d4780a00d2dce0a00004000800cb0e5041',
  '000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0000000000000000000000006b175474e89094c44da98b954eedeac495271d0f',
  '00000000000000000000000000000000000000000000000000000000000f4240',
  '0000000000000000000000000000000000000000000000000db4d11c67691ad5',
  '0000000000000000000000000000000000000000000000000dd8426a4440caf1',
  '0a8104c26c244959a1d46f205acc49520000000000000000000000000133fc2c',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000100000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000160',
  '0000000000000000000000000000000000000000000000000000000000000180',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000160',
  '0000000000000000000000000000000000000000000000000000000000000020',
  '0000000000000000000000000000000000000000000000000000000000000160',
  'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb480000006000240000ff000003',
  '00000000000000000000000000000000000000000000000000000000a9059cbb',
  '0000000000000000000000004610ba8d5d10fba8c048a2051a0883ce04eabace',
  '00000000000000000000000000000000000000000000000000000000000f4240',
  '6a000f20005980200259b80c51020030400010680000008000240000ff060003',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000001',
  '00000000000000000000000000000000000000000000000000000000000f4240',
  '000000000000000000004de54610ba8d5d10fba8c048a2051a0883ce04eabace',
].join('') as Hex

const adapters: { dispose(): Promise<void> }[] = []
afterAll(() => Promise.all(adapters.map((one) => one.dispose())))

function read(to: Hex, data: Hex, value: bigint, account: CaipAddress<'eip155'>) {
  const rpc = { request: async (call: RpcRequest) => Promise.reject(new Error(call.method)) }
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
