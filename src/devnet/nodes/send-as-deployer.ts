import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { nodeRpc } from '../node-rpc.ts'

/** The tenth account of anvil's mnemonic, which it signs for; it has no name, so that named accounts start untouched. */
export const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

export interface Receipt {
  readonly status: Hex
  readonly contractAddress: Hex | null
}

/**
 * Sends by a plain `eth_sendTransaction` and resolves with the receipt once it is mined.
 *
 * @param failed What to say when it fails, such as `The token LKT could not be deployed`.
 * @throws `internal/unexpected` for one that fails too.
 */
export async function sendAsDeployer(
  url: string,
  failed: string,
  transaction: { readonly to?: Hex | undefined; readonly data: Hex; readonly value?: Hex | undefined },
  signal?: AbortSignal,
): Promise<Receipt> {
  const hash = await nodeRpc<Hex>(url, 'eth_sendTransaction', [{ from: deployer, ...transaction }], signal)
  for (;;) {
    const receipt = await nodeRpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash], signal)
    if (receipt?.status === '0x1') return receipt
    if (receipt) throw latchkeyError('internal/unexpected', { values: { message: failed } })
    await sleep(20, undefined, signal ? { signal } : undefined)
  }
}
