import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { nodeRpc } from '../node-rpc.ts'

/** The tenth account of anvil's mnemonic, which it signs for; it has no name, so that named accounts start untouched. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

interface Receipt {
  readonly status: Hex
  readonly contractAddress: Hex | null
}

/**
 * Deploys a contract by a plain `eth_sendTransaction` and resolves with its address once it is mined.
 *
 * @param name What it is, for the error.
 * @throws `internal/unexpected`
 */
export async function deployContract(
  url: string,
  name: string,
  data: Hex,
  signal?: AbortSignal,
): Promise<Hex> {
  const hash = await nodeRpc<Hex>(url, 'eth_sendTransaction', [{ from: deployer, data }], signal)
  for (;;) {
    const receipt = await nodeRpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash], signal)
    if (receipt?.status === '0x1' && receipt.contractAddress) return receipt.contractAddress
    if (receipt)
      throw latchkeyError('internal/unexpected', { values: { message: `${name} could not be deployed` } })
    await sleep(20, undefined, signal ? { signal } : undefined)
  }
}
