import type { TypedData } from 'viem'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { MessageSignature, SentTransaction } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Call } from './chain/calls.ts'
import { activeAccount, checkAccount, loadCalls } from './context.ts'
import type {
  AnyAbi,
  ContractClient,
  SignTypedDataParams,
  WriteArgs,
  WriteContractParams,
  WriteName,
} from './types.ts'

/**
 * Calls a state-changing function of a contract. Asks the wallet once. Resolves when the wallet has sent the transaction. To wait
 * for its outcome, use `ChainAdapter.waitForTransaction`. To find out in advance whether the call would fail, use
 * `simulateContract`.
 * @throws `validation/invalid-input` for arguments that don't match the ABI, or an address without a contract;
 * `network/wrong-chain` if the wallet isn't on `network`, or if `account` is on another network than the wallet;
 * `connection/not-connected`; the errors of `ChainAdapter.sendTransaction`, such as `wallet/user-rejected`,
 * `wallet/send-in-progress` and `rpc/maybe-sent`; `config/peer-missing`
 * @example
 * const sent = await writeContract(latchkey, { abi: erc20Abi, address: token, functionName: 'transfer', args: [to, 5n] })
 */
export async function writeContract<
  const A extends AnyAbi,
  F extends WriteName<A>,
  const P extends WriteArgs<A, F>,
>(
  client: ContractClient,
  params: WriteContractParams<A, F, P>,
  opts?: CallOptions,
): Promise<SentTransaction> {
  const { network, account, maxFee, gas, value, ...call } = params
  const { encode } = await loadCalls()
  const active = activeAccount(client, network)
  checkAccount(account, parseCaipAddress(active).networkId)
  const contract = call as unknown as Call
  // Without a recipient, the transaction would create a new contract from the call's data.
  if (!contract.address)
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'address', reason: 'expected the address of the contract' },
    })
  const data = encode(contract, network ?? '')
  const adapter = await client.adapter('eip155')
  const transaction = {
    to: contract.address,
    data,
    toContract: true,
    ...(value !== undefined && { value }),
    ...(gas !== undefined && { gas }),
  }
  return adapter.sendTransaction(account ?? active, transaction, { ...opts, maxFee })
}

/**
 * Asks the wallet to sign EIP-712 data. The compiler checks the message against `types`.
 * @throws `connection/not-connected`; the errors of `ChainAdapter.signTypedData`
 */
export async function signTypedData<
  const T extends TypedData | Record<string, unknown>,
  P extends keyof T | 'EIP712Domain' = keyof T,
>(client: ContractClient, params: SignTypedDataParams<T, P>, opts?: CallOptions): Promise<MessageSignature> {
  const { account, ...typedData } = params
  const active = activeAccount(client)
  const adapter = await client.adapter('eip155')
  return adapter.signTypedData(account ?? active, typedData, opts)
}
