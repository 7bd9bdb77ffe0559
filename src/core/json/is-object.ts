/**
 * Returns true for any object that isn't an array, even if the object comes from another frame. This function has its own file,
 * because every page loads it.
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
