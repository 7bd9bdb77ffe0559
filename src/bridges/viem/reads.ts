import type { TransactionReceipt } from 'viem'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { CallOptions } from '../../ports.ts'
import type { Call } from './chain/calls.ts'
import { checkAccount, loadCalls, nodesOf } from './context.ts'
import type {
  AnyAbi,
  ContractClient,
  ContractSimulation,
  EnsNameParams,
  NetworkOption,
  ReadArgs,
  ReadContractParams,
  ReadName,
  ReadResult,
  SimulateContractParams,
  TransactionReceiptParams,
  WriteArgs,
  WriteContractParams,
  WriteName,
  WriteResult,
} from './types.ts'

/**
 * Calls a `view` or `pure` function of a contract. Needs no connected wallet. The types of the arguments and of the result come
 * from the ABI.
 * @throws `node/execution-reverted` with the contract's own error; `validation/invalid-input` for arguments that don't match the
 * ABI, or an address without such a contract; `network/not-requested`; `config/peer-missing`; `flow/aborted`
 * @example
 * const balance = await readContract(latchkey, { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [holder] })
 */
export async function readContract<
  const A extends AnyAbi,
  F extends ReadName<A>,
  const P extends ReadArgs<A, F>,
>(
  client: ContractClient,
  params: ReadContractParams<A, F, P>,
  opts?: CallOptions,
): Promise<ReadResult<A, F, P>> {
  const { network, ...call } = params
  const [asked, calls] = await Promise.all([nodesOf(client, network, opts), loadCalls()])
  return (await calls.read(asked, call as unknown as Call)) as ReadResult<A, F, P>
}

/**
 * Runs a state-changing function on a node, without sending a transaction. Returns the value that the function would return, or
 * throws the reason why the function would fail. Doesn't ask the wallet. By default, `account` is the connection's active
 * account, if there is one. A smart account is the default only on its own network.
 * @throws the errors of `readContract`; `network/wrong-chain` if `account` is on another network than `network`
 * @example
 * const { request } = await simulateContract(latchkey, { abi, address, functionName: 'mint', args: [1n] })
 * await writeContract(latchkey, request)
 */
export async function simulateContract<
  const A extends AnyAbi,
  F extends WriteName<A>,
  const P extends WriteArgs<A, F>,
>(
  client: ContractClient,
  params: SimulateContractParams<A, F, P>,
  opts?: CallOptions,
): Promise<ContractSimulation<A, F, P>> {
  const { network: wanted, account, ...call } = params
  const [asked, calls] = await Promise.all([nodesOf(client, wanted, opts), loadCalls()])
  const network = asked.network.caipNetworkId
  const connection = client.connections.of('eip155')
  checkAccount(account, network)
  const own = connection?.network.caipNetworkId === network ? connection.addresses[0] : undefined
  // An address is the same account on all eip155 networks, unless it is a smart account. So use the connection's address even if
  // the connection is on another network.
  const elsewhere = connection?.accounts[0].type === 'eoa' ? connection.addresses[0] : undefined
  const caller = account ?? own ?? elsewhere
  const from = caller && { account: parseCaipAddress(caller).address as Call['address'] }
  const result = await calls.simulate(asked, { ...(call as unknown as Call), ...from })
  return {
    result: result as WriteResult<A, F, P>,
    request: { ...params, network, account: account ?? own } as unknown as WriteContractParams<A, F, P>,
  }
}

/** Returns the number of the latest block. @throws `network/not-requested`; the errors of the nodes; `config/peer-missing` */
export async function getBlockNumber(
  client: ContractClient,
  { network }: NetworkOption = {},
  opts?: CallOptions,
): Promise<bigint> {
  const [asked, calls] = await Promise.all([nodesOf(client, network, opts), loadCalls()])
  return calls.blockNumber(asked)
}

/**
 * Returns the receipt of a transaction. Returns null while no block includes the transaction. To wait for the outcome of a send,
 * use `ChainAdapter.waitForTransaction`, which also finds a transaction that replaced the sent one.
 * @throws the errors of `getBlockNumber`
 */
export async function getTransactionReceipt(
  client: ContractClient,
  { network, hash }: TransactionReceiptParams,
  opts?: CallOptions,
): Promise<TransactionReceipt | null> {
  const [asked, calls] = await Promise.all([nodesOf(client, network, opts), loadCalls()])
  return calls.receipt(asked, hash)
}

/**
 * Returns the primary name of an address. Returns null if the address has none. See `NamesController.reverse`.
 * @throws `name/reverse-failed`
 */
export async function getEnsName(
  client: ContractClient,
  { network, address }: EnsNameParams,
  opts?: CallOptions,
): Promise<string | null> {
  const [name] = await client.names.reverse(address, { ...opts, network })
  return name ?? null
}
