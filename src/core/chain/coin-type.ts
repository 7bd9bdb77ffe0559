import { latchkeyError } from '../errors/latchkey-error.ts'
import { names } from '../limits.ts'

/**
 * The ENSIP-11 coin type under which a name keeps its address on an EVM chain; 0 stands for all of them (ENSIP-19).
 * Mainnet is no exception here, as the registration service wants it: facts 3.11.
 * @throws `validation/invalid-chain-id` for what is no chain id below 2147483648. Specification 1, section 5.
 */
export function coinTypeOf(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= names.maximumChainId)
    throw latchkeyError('validation/invalid-chain-id', { values: { field: 'chainId' } })
  return names.maximumChainId + chainId
}
