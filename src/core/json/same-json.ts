/** Whether two plain values serialize to the same JSON, including the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
