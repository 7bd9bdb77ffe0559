import { ProviderError } from './provider-error.ts'

/** The deepest nesting that is copied. Real requests aren't nested this deeply. */
const deepest = 100

/**
 * The getter that returns the kind of a typed array. The array can't override it. It also works for arrays of other realms, such
 * as frames.
 */
const kindOf = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get

/**
 * Copies a request's parameters when they arrive, so that the page can't change them between the approval and the signature.
 * Reads each getter once, and omits functions. An instance of a class becomes a plain object with the instance's fields and
 * getters. A library's number object, such as a 64-bit number, becomes a text with the number's digits.
 *
 * @throws `ProviderError` -32602 for parameters that are nested too deeply, contain themselves, or have a prototype chain that is
 * too long.
 */
export function copiedParams(params: readonly unknown[]): readonly unknown[] {
  return params.map((param) => copyOf(param, 0))
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new ProviderError(-32602, 'The parameters are nested too deeply.')
  // Don't call the list's own methods, because the page may have defined them.
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, at) => copyOf(value[at], depth + 1))
  if (ArrayBuffer.isView(value) && kindOf?.call(value) === 'Uint8Array')
    return new Uint8Array(value as Uint8Array)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return structuredClone(value)
  return (
    digitsOf(value) ??
    Object.fromEntries(
      namesOf(value).flatMap((name) => {
        const member: unknown = Reflect.get(value, name)
        return typeof member === 'function' ? [] : [[name, copyOf(member, depth + 1)]]
      }),
    )
  )
}

/** Returns the digits of a number object, such as a Long or a BN. */
function digitsOf(value: object): string | undefined {
  const { toString: write } = value
  if (typeof write !== 'function' || isOfEveryObject(value, write)) return undefined
  const text: unknown = write.call(value)
  return typeof text === 'string' && /^-?\d{1,100}$/.test(text) ? text : undefined
}

/** Returns whether a function is the `toString` that all objects of its realm have. */
function isOfEveryObject(value: object, write: unknown): boolean {
  const chain = prototypesOf(value)
  const base = chain.at(-1)
  return base !== undefined && Object.getOwnPropertyDescriptor(base, 'toString')?.value === write
}

/** Returns the names of an object's own fields, and of the getters of its classes. */
function namesOf(value: object): readonly string[] {
  const getters = prototypesOf(value)
    .slice(0, -1)
    .flatMap((prototype) =>
      Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { get }]) =>
        get ? [name] : [],
      ),
    )
  return [...new Set([...Object.keys(value), ...getters])]
}

/** Returns the prototypes of an object. The last one is the prototype that all objects of a realm share. */
function prototypesOf(value: object): readonly object[] {
  const prototypes: object[] = []
  for (let next: object | null = Object.getPrototypeOf(value); next; next = Object.getPrototypeOf(next)) {
    if (prototypes.length > deepest)
      throw new ProviderError(-32602, 'The parameters have too many prototypes.')
    prototypes.push(next)
  }
  return prototypes
}
