import { BaseError, ContractFunctionRevertedError, ContractFunctionZeroDataError } from 'viem'
import {
  isLatchkeyError,
  type LatchkeyError,
  latchkeyError,
  toLatchkeyError,
} from '../../../core/errors/latchkey-error.ts'

/** Matches the names of viem's errors about the page's own ABI, function name or arguments. */
const ofInput = /^(Abi|Invalid(Address|Abi|Array|Definition)|Bytes|Integer|SizeExceeds|UnsupportedPacked)/

/**
 * Converts an error of viem to a Latchkey error. The cause of the Latchkey error is viem's error.
 * - For a revert, the error contains the contract's own error with its arguments, such as `InsufficientBalance(0x…, 5, 7)`.
 * - An error of the transport or of the wallet stays unchanged.
 */
export function contractError(
  error: unknown,
  about: { readonly address?: string; readonly network: string },
): LatchkeyError {
  if (isLatchkeyError(error) || !(error instanceof BaseError)) return toLatchkeyError(error)
  const ours = found(error, isLatchkeyError) as LatchkeyError | undefined
  const reverted = found(error, (each) => each instanceof ContractFunctionRevertedError)
  // If viem can't decode the contract's error, viem uses our own error's message as the reason. In this case, the code below
  // returns our own error.
  if (reverted && (reverted as ContractFunctionRevertedError).reason !== ours?.message) {
    const { data, reason, raw } = reverted as ContractFunctionRevertedError
    const words = data && data.errorName !== 'Error' ? `${data.errorName}(${shown(data.args)})` : reason
    return latchkeyError('node/execution-reverted', {
      values: { reason: words ? `: ${words}` : '' },
      cause: error,
      details: reason,
      data: raw,
    })
  }
  if (found(error, (each) => each instanceof ContractFunctionZeroDataError))
    return noContract(about.address, about.network, error)
  if (ours) return ours
  const input = found(error, (each) => ofInput.test(String((each as Error)?.name))) as BaseError | undefined
  if (input) return invalid('args', input.shortMessage, error)
  return toLatchkeyError(error)
}

/** Creates the error for an address without code, or with code that returned nothing. */
export function noContract(address: string | undefined, network: string, cause?: unknown): LatchkeyError {
  return invalid('address', `there is no contract with this function at ${address} on ${network}`, cause)
}

function invalid(field: string, reason: string, cause: unknown): LatchkeyError {
  return latchkeyError('validation/invalid-input', { values: { field, reason }, cause })
}

function found(error: BaseError, test: (error: unknown) => boolean): unknown {
  return error.walk(test) ?? undefined
}

function shown(args: readonly unknown[] | undefined): string {
  return (args ?? [])
    .map((each) =>
      typeof each === 'object'
        ? JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? String(value) : value))
        : String(each),
    )
    .join(', ')
    .slice(0, 500)
}
