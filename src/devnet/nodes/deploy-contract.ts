import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { type AbiValue, encodeCall } from '../../servers/data/abi.ts'
import { sendAsFaucet } from './send-as-faucet.ts'

/**
 * Deploys a contract. Resolves with the contract's address when the transaction is mined.
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

/** Appends the arguments of the constructor to the creation code. */
export function withArguments(code: string, values: readonly AbiValue[]): Hex {
  return encodeCall(code.slice(2), values)
}
