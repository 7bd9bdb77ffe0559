import { createClient, custom } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Address,
  getUserOperationHash,
  toSoladySmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../../core/chain/caip.ts'
import type { ServiceSmartAccounts } from '../../core/wallet/wallet-service.ts'
import type { Fetch } from '../../ports.ts'
import { nodeCalls } from '../../wallets/node-calls.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { WalletNetwork } from '../networks.ts'
import { accountAddress } from './chain-account-address.ts'

/** A call that the account makes. */
export interface AccountCall {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** An operation but for its signature. */
export interface PreparedOperation {
  readonly operation: UserOperation<'0.7'>
  readonly hash: Hex
  /** The most that the account pays for it, in the smallest unit of the native coin. */
  readonly fee: bigint
  /** Who pays instead. */
  readonly paymaster?: Hex | undefined
}

export interface OperationReceipt {
  readonly success: boolean
  readonly transactionHash: Hex
  /** As the node has it. */
  readonly receipt: unknown
}

/** The smart account of one owner on one chain: Solady's, at the address that the owner alone decides. */
export interface ChainAccount {
  readonly address: Hex
  isDeployed(): Promise<boolean>
  /** Completes an operation of these calls. @throws `ProviderError` with what the bundler has against it. */
  prepare(calls: readonly AccountCall[]): Promise<PreparedOperation>
  /** Signs exactly that operation, and hands it in once. */
  send(prepared: PreparedOperation, key: Hex): Promise<void>
  /** Undefined until it is mined. */
  receipt(hash: Hex): Promise<OperationReceipt | undefined>
  /** ERC-1271; wrapped by ERC-6492 where the account is not deployed. */
  signMessage(bytes: Hex, key: Hex): Promise<Hex>
  signTypedData(data: object, key: Hex): Promise<Hex>
}

interface ChainAccountOptions {
  readonly owner: Hex
  readonly network: WalletNetwork
  readonly chain: ServiceSmartAccounts
  readonly fetch: Fetch
}

export async function chainAccount({
  owner,
  network,
  chain: { chainId, bundlerUrl, factory, paymasterUrl },
  fetch,
}: ChainAccountOptions): Promise<ChainAccount> {
  const { name, nativeCurrency, rpcUrls } = network
  // Nothing is tried twice: an operation reaches the bundler once.
  const over = (url: string) => {
    const call = nodeCalls(url, fetch)
    return custom(
      { request: ({ method, params }) => call(method, (params ?? []) as readonly unknown[]) },
      { retryCount: 0 },
    )
  }
  const chain = { id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [] } } }
  const client = createClient({ chain, transport: over(rpcUrls.default.http[0] ?? '') })
  // The salt begins with the owner: nobody else can take the address.
  const salt: Hex = `${owner}${'0'.repeat(24)}`
  const owned = (by: Hex | ReturnType<typeof privateKeyToAccount>) =>
    toSoladySmartAccount({ client, owner: by, factoryAddress: factory as Hex, salt })
  const account = await owned(owner)
  // What the node says of the factory is not taken at its word.
  if (account.address !== accountAddress(factory as Hex, salt))
    throw new Error('The node names another smart account than the factory makes.')
  const bundler = createBundlerClient({
    account,
    client,
    transport: over(bundlerUrl),
    ...(paymasterUrl && { paymaster: createPaymasterClient({ transport: over(paymasterUrl) }) }),
  })
  const node = nodeCalls(bundlerUrl, fetch)

  return {
    address: account.address,
    isDeployed: () => account.isDeployed(),
    async prepare(calls) {
      const prepared = await bundler
        .prepareUserOperation({ account, calls: calls.map((call) => ({ ...call })) } as never)
        .catch((error: unknown) => {
          throw reasonOf(error)
        })
      const operation = operationIn(prepared as unknown as UserOperation<'0.7'>)
      // The library lays what a paymaster answers over the operation. What is signed is what the calls say.
      const own = { callData: await account.encodeCalls(calls), sender: account.address }
      if (operation.callData !== own.callData || operation.sender !== own.sender)
        throw new ProviderError(-32603, 'The paymaster answered with another operation.')
      const hash = getUserOperationHash({
        ...{ chainId, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7' },
        userOperation: { ...operation, signature: '0x' },
      } as never)
      const { paymaster } = operation
      return { operation, hash, fee: paymaster ? 0n : mostOf(operation), paymaster }
    },
    async send({ operation, hash }, key) {
      const signature = await (await owned(privateKeyToAccount(key))).signUserOperation({
        ...operation,
        chainId,
      } as never)
      await bundler
        .sendUserOperation({ ...operation, signature, entryPointAddress: entryPoint07Address } as never)
        .catch(async (error: unknown) => {
          // The answer may have been lost, and the operation not.
          const known = await node('eth_getUserOperationByHash', [hash]).catch(() => null)
          if (known === null) throw reasonOf(error)
        })
    },
    async receipt(hash) {
      const found = await node<{ success: boolean; receipt: { transactionHash: Hex } } | null>(
        'eth_getUserOperationReceipt',
        [hash],
      )
      if (!found) return undefined
      const { success, receipt } = found
      return { success, transactionHash: receipt.transactionHash, receipt }
    },
    signMessage: async (raw, key) =>
      (await owned(privateKeyToAccount(key))).signMessage({ message: { raw } }),
    signTypedData: async (data, key) => (await owned(privateKeyToAccount(key))).signTypedData(data as never),
  }
}

/** The fields of an operation, and nothing else that the library keeps beside them. */
function operationIn(prepared: UserOperation<'0.7'>): UserOperation<'0.7'> {
  const names = [
    ...(['sender', 'nonce', 'factory', 'factoryData', 'callData', 'callGasLimit'] as const),
    ...(['verificationGasLimit', 'preVerificationGas', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const),
    ...(['paymaster', 'paymasterData', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const),
  ]
  const fields = names.filter((name) => prepared[name] !== undefined).map((name) => [name, prepared[name]])
  return Object.fromEntries(fields) as UserOperation<'0.7'>
}

function mostOf(operation: UserOperation<'0.7'>): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  return (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas
}

/** What the bundler said, under the words of the library. */
function reasonOf(error: unknown): Error {
  let inner: unknown = error
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (inner instanceof ProviderError) return inner
    inner = inner.cause
  }
  return error instanceof Error ? error : new Error(String(error))
}
