import { endOfString } from '../../core/json/exact-json.ts'

/** A number as its text. A double would lose digits. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

export type JsonObject = ReadonlyMap<string, JsonValue>
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject

/** The error for JSON that two programs may read differently. */
export class AmbiguousJson extends Error {
  override readonly name = 'AmbiguousJson'
}

/** The maximum nesting depth. Valid requests are less deep. */
const deepest = 64

/**
 * Parses JSON that another program will parse again after the check. Refuses an object with two keys that are equal or differ
 * only by case. Programs read such keys differently: for example, a Go program reads `Method` as `method`.
 * @throws `SyntaxError`; `AmbiguousJson` for such keys, and for JSON that is nested too deeply.
 */
export function parseStrictJson(text: string): JsonValue {
  JSON.parse(text)
  const word = /[^\s,:\]}]+/y
  let at = 0
  return value(0)

  function value(depth: number): JsonValue {
    if (depth > deepest) throw new AmbiguousJson('It is nested too deep')
    const first = peek()
    if (first === '"') return string()
    if (first === '[') return members(']', () => value(depth + 1))
    if (first === '{') return object(depth)
    word.lastIndex = at
    const [literal = ''] = word.exec(text) ?? []
    at += literal.length
    if (literal === 'null') return null
    return /^[tf]/.test(literal) ? literal === 'true' : new JsonNumber(literal)
  }

  function object(depth: number): JsonObject {
    const found = new Map<string, JsonValue>()
    const folded = new Set<string>()
    members('}', () => {
      peek()
      const key = string()
      if (folded.size === folded.add(fold(key)).size)
        throw new AmbiguousJson(`It has the key ${JSON.stringify(key.slice(0, 100))} twice`)
      peek()
      at++
      found.set(key, value(depth + 1))
    })
    return found
  }

  function members<T>(end: string, read: () => T): readonly T[] {
    const found: T[] = []
    at++
    while (peek() !== end) {
      found.push(read())
      if (peek() === ',') at++
    }
    at++
    return found
  }

  function string(): string {
    const end = endOfString(text, at)
    const read: string = JSON.parse(text.slice(at, end))
    at = end
    return read
  }

  function peek(): string | undefined {
    while (/^[ \t\n\r]$/.test(text.charAt(at))) at++
    return text[at]
  }
}

/** Writes a value as JSON. Numbers keep all digits. */
export function writeStrictJson(value: JsonValue): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeStrictJson).join()}]`
  if (value instanceof Map)
    return `{${[...value].map(([key, one]) => `${JSON.stringify(key)}:${writeStrictJson(one)}`).join()}}`
  return JSON.stringify(value)
}

/**
 * Converts a key to a form that is the same for upper and lower case. Both methods are needed: only `toUpperCase` changes `ſ`,
 * and only `toLowerCase` changes the Kelvin sign.
 */
function fold(key: string): string {
  return key.toUpperCase().toLowerCase()
}
