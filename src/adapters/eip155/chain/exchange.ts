import { encodeFunctionData, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import type { CaipAddress, CaipNetworkId, Hex } from '../../../core/chain/caip.ts'
import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { findNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import { type SwapContractsOption, swapContractsOf } from '../../../core/wallet/payments/swap-contracts.ts'
import type { DecodedCall, SwapSupport } from '../../../core/wallet/payments/swap-support.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainClient, onChain } from './client.ts'
import { simulate } from './simulate.ts'
import { decodeCall } from './swaps/decode.ts'
import { grantData, grantOf } from './swaps/permit2.ts'
import { readSwap } from './swaps/read-swap.ts'
import { estimateCallFee, highestFee } from './transfers.ts'

const approveAbi = erc20Abi.filter((part) => part.type === 'function' && part.name === 'approve')

/** Reads allowances, encodes approvals, decodes and simulates calls, and estimates their fees, over our own transport. */
export function exchangeOf(
  { rpc, networks }: Pick<AdapterContext, 'rpc' | 'networks'>,
  contracts: SwapContractsOption | undefined,
): Required<Omit<SwapSupport<'eip155'>, 'compile' | 'reserve'>> {
  const client = (network: CaipNetworkId, opts?: Parameters<typeof chainClient>[1]) =>
    chainClient(rpc(network), opts)
  return {
    allowance: (network, token, owner, spender, opts) =>
      onChain('eth_call', () =>
        readContract(client(network, opts), {
          address: token as Hex,
          abi: erc20Abi,
          functionName: 'allowance',
          args: [owner as Hex, spender as Hex],
        }),
      ),
    approve: async (token, spender, amount) => ({
      to: token as Hex,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender as Hex, amount],
      }),
      value: 0n,
    }),
    permit2: {
      grant: (network, permit2, owner, token, spender, opts) =>
        onChain('eth_call', () =>
          grantOf(client(network, opts), permit2 as Hex, [owner as Hex, token as Hex, spender as Hex]),
        ),
      approve: async (permit2, token, spender, grant) => ({
        to: permit2 as Hex,
        data: grantData(token as Hex, spender as Hex, grant),
        value: 0n,
      }),
    },
    read: async (call, account) => readCall(call, account, contracts, client),
    fee: (account, call, opts) =>
      onChain('eth_estimateGas', async () => {
        const { networkId, address } = parseCaipAddress(account)
        const network = findNetwork(networks, networkId)
        if (!network) throw latchkeyError('network/not-requested', { values: { network: networkId } })
        const node = client(networkId, opts)
        const { detail } = await estimateCallFee(node, Number(network.id), address as Hex, call)
        const { decimals, symbol } = network.nativeCurrency
        return { total: { value: highestFee(detail), decimals, symbol }, detail }
      }),
    simulate: (account, calls, token, opts) =>
      onChain('eth_simulateV1', () => {
        const { networkId, address } = parseCaipAddress(account)
        return simulate(client(networkId, opts), address as Hex, calls, token as Hex | undefined)
      }),
  }
}

async function readCall(
  { to, data = '0x', value = 0n }: Transaction<'eip155'>,
  caipAddress: CaipAddress,
  own: SwapContractsOption | undefined,
  client: (network: CaipNetworkId) => ReturnType<typeof chainClient>,
): Promise<DecodedCall | undefined> {
  const contract = checksumAddress(to ?? '')
  if (!contract) return undefined
  const approval = decodeCall(approveAbi, data)
  if (approval) {
    const [spender, amount] = approval.args
    return { kind: 'approve', token: contract, spender, amount }
  }
  const { networkId, address } = parseCaipAddress(caipAddress)
  const pins = swapContractsOf(networkId, own)
  const context = { contract, account: address as Hex, value, wrapped: pins?.wrapped }
  const codeOn = (network: CaipNetworkId) => (account: Hex) =>
    client(network).request({ method: 'eth_getCode', params: [account, 'latest'] })
  const networks = {
    code: codeOn(networkId),
    other: (network: CaipNetworkId) => ({
      wrapped: swapContractsOf(network, own)?.wrapped,
      code: codeOn(network),
    }),
  }
  return onChain('eth_call', () => readSwap(data, context, pins, client(networkId), networks))
}
