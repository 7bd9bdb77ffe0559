import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { BitcoinOutput, BitcoinOutputs } from '../../../core/wallet/family.ts'
import { checkAmount } from '../../shared/check-amount.ts'
import { recipientAddress } from '../address.ts'
import { checkRate, invalid } from '../checks.ts'
import type { Paid } from '../coin-selection.ts'
import { dustLimit } from '../sizes.ts'
import { maxSats } from '../units.ts'

const returnOpcode = 0x6a
/** The opcode that pushes more than 75 bytes of data. For up to 75 bytes, the length itself is the opcode. */
const pushData1 = 0x4c
/** The maximum number of data bytes that nodes relay by default (Bitcoin Core, `MAX_OP_RETURN_RELAY` before version 30). */
const maxData = 80

/**
 * Converts the outputs to scripts and values.
 * @throws `validation/invalid-input`, whose `field` names the list or the output;
 * `validation/invalid-amount`, `validation/invalid-address`
 */
export function paidOutputs(
  { outputs, satPerVbyte }: BitcoinOutputs,
  network: ChainNetwork<'bip122'>,
): readonly [Paid, ...Paid[]] {
  if (!Array.isArray(outputs)) throw invalid('outputs', 'expected a list')
  checkRate(satPerVbyte)
  const [first, ...rest] = outputs.map((output, index) => paidOutput(output, `outputs[${index}]`, network))
  if (!first) throw invalid('outputs', 'expected at least one')
  if (outputs.filter(({ data }) => data !== undefined).length > 1)
    throw invalid('outputs', 'nodes relay one output of data at most')
  return [first, ...rest]
}

function paidOutput(output: BitcoinOutput, field: string, network: ChainNetwork<'bip122'>): Paid {
  if (typeof output !== 'object' || output === null) throw invalid(field, 'expected an output')
  const { to, amount }: { to?: unknown; amount?: unknown } = output
  // A data output can't pay anyone, so the payment would be lost.
  if (output.data !== undefined && (to !== undefined || amount !== undefined))
    throw invalid(field, 'expected a payment or data, not both in one output')
  if (output.data !== undefined) return { script: dataScript(output.data, field), value: 0n }
  checkAmount(output.amount, maxSats, '21 million bitcoin')
  const { script } = recipientAddress(output.to, network)
  const dust = dustLimit(script)
  if (output.amount < dust)
    throw latchkeyError('validation/invalid-amount', {
      values: { reason: `less than ${dust} sats cannot be sent to this address` },
    })
  return { script, value: output.amount }
}

function dataScript(data: unknown, field: string): Uint8Array {
  if (!(data instanceof Uint8Array) || data.length === 0 || data.length > maxData)
    throw invalid(field, `expected 1 to ${maxData} bytes of data`)
  const push = data.length < pushData1 ? [data.length] : [pushData1, data.length]
  return Uint8Array.from([returnOpcode, ...push, ...data])
}
