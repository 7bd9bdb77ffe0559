import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { nodeRpc } from '../node-rpc.ts'
import { faucet } from './faucet.ts'

export interface Receipt {
  readonly transactionHash: Hex
  readonly status: Hex
  readonly contractAddress: Hex | null
}

/** A transaction from the faucet. Without `to`, it deploys `data`. */
export interface FaucetTransaction {
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  /** In wei. */
  readonly value?: Hex | undefined
}

/**
 * Sends a transaction. Resolves with the receipt when the transaction is mined.
 * @param failed The error message, such as `The token LKT could not be deployed`.
 * @throws `internal/unexpected`, also when the transaction fails.
 */
export async function sendAsFaucet(
  url: string,
  failed: string,
  transaction: FaucetTransaction,
  signal?: AbortSignal,
): Promise<Receipt> {
  const hash = await nodeRpc<Hex>(url, 'eth_sendTransaction', [{ from: faucet, ...transaction }], signal)
  for (;;) {
    const receipt = await nodeRpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash], signal)
    if (receipt?.status === '0x1') return receipt
    if (receipt) throw latchkeyError('internal/unexpected', { values: { message: failed } })
    await sleep(20, undefined, signal ? { signal } : undefined)
  }
}
