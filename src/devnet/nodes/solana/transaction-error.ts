import type { FailedTransactionMetadata } from 'litesvm'

/**
 * Why a transaction failed, as JSON-RPC has it: `"AlreadyProcessed"`, `{"InstructionError":[0,{"Custom":1}]}`. LiteSVM gives
 * numbers for most of them; their names stand in its text only.
 */
export function transactionErrorFrom(failed: FailedTransactionMetadata): unknown {
  const text = /\berr: (.*?), meta: /s.exec(failed.toString())?.[1] ?? 'Unknown'
  const instruction = /^InstructionError\((\d+), (.*)\)$/s.exec(text)
  if (instruction) return { InstructionError: [Number(instruction[1]), withNumber(instruction[2] ?? '')] }
  return withNumber(text)
}

/** `Custom(1)` and `InsufficientFundsForRent { account_index: 1 }` are objects, everything else is a name. */
function withNumber(text: string): unknown {
  const [, name, number] = /^(\w+)\((\d+)\)$/.exec(text) ?? []
  if (name) return { [name]: Number(number) }
  const [, type, field, value] = /^(\w+) \{ (\w+): (\d+) \}$/.exec(text) ?? []
  return type && field ? { [type]: { [field]: Number(value) } } : text
}
