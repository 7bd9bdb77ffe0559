import { RpcRefusal } from '../server/json-rpc.ts'

/** ERC-7769 error codes. Each pattern matches the start of the reason that the entry point gives. */
const codes: readonly (readonly [RegExp, number])[] = [
  [/^AA(24|34)/, -32507],
  [/^AA(22|32)/, -32503],
  [/^AA3/, -32501],
  [/^AA/, -32500],
]

/** Returns the error for an operation that the entry point rejects. The reason is a text such as `AA25 invalid account nonce`. */
export function refusedByEntryPoint(reason: string, data?: unknown): RpcRefusal {
  const [, code] = codes.find(([form]) => form.test(reason)) ?? [undefined, -32500]
  return new RpcRefusal(code, reason, data)
}

export function refusedExecution(reason: string, data?: unknown): RpcRefusal {
  return new RpcRefusal(-32521, reason, data)
}
