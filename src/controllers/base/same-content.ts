/** Whether two values are identical, or plain objects or arrays with the same content. */
export function hasSameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  return Object.keys({ ...a, ...b }).every((key) => hasSameContent(a[key], b[key]))
}

/** Instances of classes, such as errors, are compared by identity. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return value instanceof Object && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
}
