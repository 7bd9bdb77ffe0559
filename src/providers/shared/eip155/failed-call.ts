import { isLatchkeyError, type RpcError } from '../../../core/errors/latchkey-error.ts'

/**
 * Matches the messages of nodes about a fault in a contract's code:
 * https://github.com/ethereum/go-ethereum/blob/master/core/vm/errors.go
 */
const faults =
  /opcode|out of gas|gas uint64 overflow|stack (under|over)flow|stack limit|invalid jump|call depth|write protection|return data out of bounds|execution aborted|\bE?VM\b/i

/**
 * Returns whether the node ran the call and the contract failed. A call of another contract may succeed. geth answers with -32000
 * for all faults except a revert. Returns false if the node can't be reached, is busy, or refuses the request.
 */
export function isFailedCall(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  const { code, details, rpcCode } = error as RpcError
  if (code === 'rpc/internal') return faults.test(`${details}`)
  if (code === 'rpc/unknown') return rpcCode !== undefined && rpcCode !== -1
  return code === 'rpc/invalid-input' || code === 'rpc/transaction-rejected' || code.startsWith('node/')
}
