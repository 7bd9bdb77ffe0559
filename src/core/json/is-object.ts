/** True for any object, from any realm, that isn't an array. A file of its own, because every page loads it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
