import {
  type Abi,
  type Address,
  type BlockTag,
  encodeFunctionData,
  type Hash,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { getBlockNumber, getTransactionReceipt, readContract, simulateContract } from 'viem/actions'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { type Asked, nodeClient } from './client.ts'
import { contractError, noContract } from './errors.ts'

export { watch } from './watch.ts'

/** A call without the types of its ABI. The ABI decides at run time which arguments are valid. */
export interface Call {
  readonly abi: Abi
  readonly address: Address
  readonly functionName: string
  readonly args?: readonly unknown[] | undefined
}

/** Encodes a call. @throws `validation/invalid-input` if the arguments don't match the ABI. */
export function encode(call: Call, network: string): Hex {
  try {
    return encodeFunctionData(call)
  } catch (error) {
    throw contractError(error, { network })
  }
}

export function read(
  asked: Asked,
  call: Call & {
    readonly account?: Address | undefined
    readonly blockNumber?: bigint | undefined
    readonly blockTag?: BlockTag | undefined
  },
): Promise<unknown> {
  // The types of `readContract` depend on the ABI, and only the caller knows the ABI.
  return told(asked, call, () => readContract(nodeClient(asked), call as never))
}

export function simulate(
  asked: Asked,
  call: Call & {
    readonly account?: Address | undefined
    readonly value?: bigint | undefined
    readonly gas?: bigint | undefined
  },
): Promise<unknown> {
  return told(asked, call, async () => {
    const { result } = await simulateContract(nodeClient(asked), call as never)
    // An address without code returns nothing. A function without a result returns nothing either. So check whether there is
    // code.
    if (result === undefined) {
      const code = await asked.query({ method: 'eth_getCode', params: [call.address, 'latest'] })
      if (code === '0x') throw noContract(call.address, asked.network.caipNetworkId)
    }
    return result
  })
}

export function blockNumber(asked: Asked): Promise<bigint> {
  return told(asked, {}, () => getBlockNumber(nodeClient(asked), { cacheTime: 0 }))
}

/**
 * Reads the receipt of a transaction. Resolves with null while no block includes the transaction.
 * @throws `rpc/invalid-value` if the receipt belongs to another transaction.
 */
export function receipt(asked: Asked, hash: Hash): Promise<TransactionReceipt | null> {
  return told(asked, {}, async () => {
    const found = await getTransactionReceipt(nodeClient(asked), { hash }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return null
      throw error
    })
    if (found && found.transactionHash.toLowerCase() !== hash.toLowerCase())
      throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_getTransactionReceipt' } })
    return found
  })
}

async function told<T>(asked: Asked, { address }: Partial<Call>, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw contractError(error, { network: asked.network.caipNetworkId, ...(address && { address }) })
  }
}
