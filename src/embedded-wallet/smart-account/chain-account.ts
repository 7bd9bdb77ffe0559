import { createClient, custom, isAddress } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Address,
  getUserOperationHash,
  toSoladySmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { getEip712Domain } from 'viem/actions'
import type { Hex } from '../../core/chain/caip.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { isNotSent } from '../../core/errors/not-sent.ts'
import type { ServiceSmartAccounts } from '../../core/wallet/wallet-service.ts'
import type { Clock, Fetch, NodeHealth } from '../../ports.ts'
import { nodePool } from '../../wallets/node-pool.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { WalletNetwork } from '../networks.ts'
import { accountAddress, accountSalt } from './chain-account-address.ts'

/** A call made by the account. */
export interface AccountCall {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** A user operation without its signature. */
export interface PreparedOperation {
  readonly operation: UserOperation<'0.7'>
  readonly hash: Hex
  /** The maximum fee that the account pays, in wei. 0 if a paymaster pays the fee. */
  readonly fee: bigint
  /** The contract that pays the fee instead of the account. */
  readonly paymaster?: Hex | undefined
}

export interface OperationReceipt {
  readonly success: boolean
  readonly transactionHash: Hex
  /** The receipt, as the node returns it. */
  readonly receipt: unknown
}

/** An owner's smart account on one network. The contract is Solady's. Its address depends only on the factory and the owner. */
export interface ChainAccount {
  readonly address: Hex
  isDeployed(): Promise<boolean>
  /**
   * Creates a user operation from calls.
   * @throws `ProviderError` with the bundler's reason.
   */
  prepare(calls: readonly AccountCall[]): Promise<PreparedOperation>
  /** Signs exactly this operation, and sends it once. */
  send(prepared: PreparedOperation, key: Hex): Promise<void>
  /** Returns the receipt. Returns undefined until the operation is mined. */
  receipt(hash: Hex): Promise<OperationReceipt | undefined>
  /** Signs a message (ERC-1271). If the account isn't deployed yet, wraps the signature as in ERC-6492. */
  signMessage(bytes: Hex, key: Hex): Promise<Hex>
  signTypedData(data: object, key: Hex): Promise<Hex>
}

interface ChainAccountOptions {
  readonly owner: Hex
  readonly network: WalletNetwork
  readonly chain: ServiceSmartAccounts
  readonly fetch: Fetch
  /** The `fetch` for the bundler and the paymaster. */
  readonly userFetch: Fetch
  /** The clock for the time limits of requests to nodes, bundlers and paymasters. */
  readonly clock: Clock
  /** The health of the nodes, shared with the frame's other requests. */
  readonly health: NodeHealth
}

export async function chainAccount({
  owner,
  network,
  chain: { chainId, bundlerUrl, factory, paymasterUrl },
  fetch,
  userFetch,
  clock,
  health,
}: ChainAccountOptions): Promise<ChainAccount> {
  const { name, nativeCurrency, rpcUrls } = network
  // Turn off the library's retries, because an operation must be sent only once. `nodePool` repeats
  // only reads and broadcasts.
  const over = (urls: readonly string[], by: Fetch) => {
    const call = nodePool(urls, { fetch: by, clock, health })
    return custom(
      { request: ({ method, params }) => call(method, (params ?? []) as readonly unknown[]) },
      { retryCount: 0 },
    )
  }
  const chain = { id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [] } } }
  const client = createClient({ chain, transport: over(rpcUrls.default.http, fetch) }).extend((client) => ({
    // A signature of a message or of typed data is for the account and the network that this answer of the node names.
    async getEip712Domain(parameters: Parameters<typeof getEip712Domain>[1]) {
      const named = await getEip712Domain(client, parameters)
      if (named.domain.chainId !== chainId || named.domain.verifyingContract !== parameters.address)
        throw new ProviderError(-32603, 'The node answered with another account.')
      return named
    },
  }))
  const salt = accountSalt(owner)
  const owned = (by: Hex | ReturnType<typeof privateKeyToAccount>, address?: Hex) =>
    toSoladySmartAccount({ client, owner: by, factoryAddress: factory as Hex, salt, address })
  const account = await owned(owner)
  // Compute the address here too, because the node may give a wrong answer.
  if (account.address !== accountAddress(factory as Hex, salt))
    throw new Error('The node returned a different smart account than the one that the factory creates.')
  // With the checked address, the library doesn't ask the node for the address again.
  const signing = (key: Hex) => owned(privateKeyToAccount(key), account.address)
  const transport = over([bundlerUrl], userFetch)
  const bundler = createBundlerClient({
    ...{ account, client, transport },
    ...(paymasterUrl && { paymaster: createPaymasterClient({ transport: over([paymasterUrl], userFetch) }) }),
  })
  // With an account, the library would prepare the operation again before sending it: the signature would no longer fit.
  const sender = createBundlerClient({ client, transport })
  const node = nodePool([bundlerUrl], { fetch: userFetch, clock, health })

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
      const { paymaster } = operation
      // The library merges the paymaster's answer into the operation. Before signing, check that the operation still has our
      // calls. If the paymaster is the zero address, the entry point would charge the account.
      const own = { callData: await account.encodeCalls(calls), sender: account.address }
      if (
        operation.callData !== own.callData ||
        operation.sender !== own.sender ||
        (paymaster !== undefined && (!isAddress(paymaster, { strict: false }) || BigInt(paymaster) === 0n))
      )
        throw new ProviderError(-32603, 'The paymaster answered with another operation.')
      const hash = getUserOperationHash({
        ...{ chainId, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7' },
        userOperation: { ...operation, signature: '0x' },
      } as never)
      return { operation, hash, fee: paymaster ? 0n : mostOf(operation), paymaster }
    },
    async send({ operation, hash }, key) {
      const signature = await (await signing(key)).signUserOperation({ ...operation, chainId } as never)
      await sender
        .sendUserOperation({ ...operation, signature, entryPointAddress: entryPoint07Address } as never)
        .catch(async (error: unknown) => {
          // If the answer was lost, or the bundler had an internal error, the operation may have been accepted.
          const known = await node('eth_getUserOperationByHash', [hash]).catch(() => null)
          if (known !== null) return
          const reason = reasonOf(error)
          const isUnclear =
            reason instanceof ProviderError &&
            (reason.code === 4901 || isLatchkeyError(reason.cause, 'rpc/internal')) &&
            !isNotSent(reason.cause)
          if (!isUnclear) throw reason
          const words = `The user operation ${hash} may have been sent, but the answer was lost`
          throw new ProviderError(-32603, words, { maybeSent: true }, { cause: reason })
        })
    },
    async receipt(hash) {
      const found = await node<{
        userOpHash?: unknown
        success: boolean
        receipt: { transactionHash: Hex }
      } | null>('eth_getUserOperationReceipt', [hash])
      if (!found) return undefined
      if (String(found.userOpHash).toLowerCase() !== hash.toLowerCase())
        throw new ProviderError(-32603, 'The bundler answered with the receipt of another operation.')
      const { success, receipt } = found
      return { success, transactionHash: receipt.transactionHash, receipt }
    },
    signMessage: async (raw, key) => (await signing(key)).signMessage({ message: { raw } }),
    signTypedData: async (data, key) => (await signing(key)).signTypedData(data as never),
  }
}

/**
 * Returns the operation's fields, without the fields that the library adds. The library doesn't parse the numbers in the
 * paymaster's answer, so this function does.
 */
function operationIn(prepared: UserOperation<'0.7'>): UserOperation<'0.7'> {
  const texts = ['sender', 'factory', 'factoryData', 'callData', 'paymaster', 'paymasterData'] as const
  const numbers = [
    ...(['nonce', 'callGasLimit', 'verificationGasLimit', 'preVerificationGas', 'maxFeePerGas'] as const),
    ...(['maxPriorityFeePerGas', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const),
  ]
  const fields = [
    ...texts.map((name) => [name, prepared[name]] as const),
    ...numbers.map(
      (name) => [name, prepared[name] === undefined ? undefined : BigInt(prepared[name])] as const,
    ),
  ]
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as UserOperation<'0.7'>
}

function mostOf(operation: UserOperation<'0.7'>): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  return (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas
}

/** Returns the bundler's error, which is inside the library's error. */
function reasonOf(error: unknown): Error {
  let inner: unknown = error
  for (let depth = 0; depth < 10 && inner instanceof Error; depth++) {
    if (inner instanceof ProviderError) return inner
    inner = inner.cause
  }
  return error instanceof Error ? error : new Error(String(error))
}
