import { ProviderError } from './provider-error.ts'

/** No wallet's request is deeper. */
const deepest = 100

/**
 * Copies a request's parameters when they arrive: what the page changes later changes neither what the user approves nor what is
 * signed. Getters of plain objects are read once. Instances of classes, such as 64-bit numbers of a library, stay as they are.
 *
 * @throws `ProviderError` -32602 for parameters that contain themselves.
 */
export function copiedParams(params: readonly unknown[]): readonly unknown[] {
  return params.map((param) => copyOf(param, 0))
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new ProviderError(-32602, 'The parameters are nested too deeply.')
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member, depth + 1)]))
}
