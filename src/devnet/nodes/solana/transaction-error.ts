import type { FailedTransactionMetadata } from 'litesvm'

/**
 * Returns why a transaction failed, in the format of JSON-RPC: `"AlreadyProcessed"`, `{"InstructionError":[0,{"Custom":1}]}`.
 * LiteSVM returns most reasons as numbers. The names of the reasons are only in LiteSVM's text.
 */
export function transactionErrorFrom(failed: FailedTransactionMetadata): unknown {
  const text = /\berr: (.*?), meta: /s.exec(failed.toString())?.[1] ?? 'Unknown'
  const instruction = /^InstructionError\((\d+), (.*)\)$/s.exec(text)
  if (instruction) return { InstructionError: [Number(instruction[1]), withNumber(instruction[2] ?? '')] }
  return withNumber(text)
}

/** `Custom(1)` and `InsufficientFundsForRent { account_index: 1 }` become objects. Other texts are names. */
function withNumber(text: string): unknown {
  const [, name, number] = /^(\w+)\((\d+)\)$/.exec(text) ?? []
  if (name) return { [name]: Number(number) }
  const [, type, field, value] = /^(\w+) \{ (\w+): (\d+) \}$/.exec(text) ?? []
  return type && field ? { [type]: { [field]: Number(value) } } : text
}
