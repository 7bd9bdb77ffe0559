import { RpcRefusal } from '../server/json-rpc.ts'

/** Codes of ERC-7769 by the first characters of what the entry point says. */
const codes: readonly (readonly [RegExp, number])[] = [
  [/^AA(24|34)/, -32507],
  [/^AA(22|32)/, -32503],
  [/^AA3/, -32501],
  [/^AA/, -32500],
]

/** The refusal for an operation that the entry point does not take, by its own reason, such as `AA25 invalid account nonce`. */
export function refusedByEntryPoint(reason: string, data?: unknown): RpcRefusal {
  const [, code] = codes.find(([form]) => form.test(reason)) ?? [undefined, -32500]
  return new RpcRefusal(code, reason, data)
}

/** What the account was asked to do would fail. */
export function refusedExecution(reason: string, data?: unknown): RpcRefusal {
  return new RpcRefusal(-32521, reason, data)
}
