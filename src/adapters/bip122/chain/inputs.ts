import type { Psbt } from 'bitcoinjs-lib'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import { parseAddress } from '../address.ts'
import { invalid } from '../checks.ts'
import { prevoutOf } from './psbt.ts'

/**
 * Checks which inputs of a host's PSBT the wallet should sign. There must be at least one input, and each input may be listed
 * only once. If the PSBT shows which coin an input spends, this coin must not belong to an ordinals account. The previous
 * transactions of all inputs must be valid.
 * @param accounts The accounts of the wallet.
 * @throws `validation/invalid-input`
 */
export function checkInputs(
  psbt: Psbt,
  inputsToSign: readonly number[],
  accounts: readonly AccountRecord[],
): void {
  const count = psbt.inputCount
  const known = inputsToSign.every((index) => Number.isInteger(index) && index >= 0 && index < count)
  if (!known || inputsToSign.length === 0 || new Set(inputsToSign).size !== inputsToSign.length)
    throw invalid('inputsToSign', `expected inputs from 0 to ${count - 1}, without duplicates`)
  const ordinals = accounts.flatMap(({ type, address }) => {
    const script = type === 'ordinal' && parseAddress(address)?.script.join()
    return script ? [{ address, script }] : []
  })
  // Also check the other inputs. Otherwise, an invalid input would be refused only after the wallet has signed.
  const prevouts = psbt.data.inputs.map((_, index) => prevoutOf(psbt, index))
  for (const index of inputsToSign) {
    const spent = prevouts[index]?.script.join()
    const owner = ordinals.find(({ script }) => script === spent)
    if (owner)
      throw invalid('inputsToSign', `input ${index} spends a coin of ${owner.address}, an ordinal account`)
  }
}
