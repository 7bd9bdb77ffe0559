import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { sendAsFaucet } from './send-as-faucet.ts'

/**
 * Deploys a contract and resolves with its address when it is mined.
 *
 * @param name The contract's name for the error.
 * @throws `internal/unexpected`
 */
export async function deployContract(
  url: string,
  name: string,
  data: Hex,
  signal?: AbortSignal,
): Promise<Hex> {
  const failed = `${name} could not be deployed`
  const { contractAddress } = await sendAsFaucet(url, failed, { data }, signal)
  if (contractAddress) return contractAddress
  throw latchkeyError('internal/unexpected', { values: { message: failed } })
}
