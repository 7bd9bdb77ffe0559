import { isObject } from './is-object.ts'

/** The reason why a check failed. `path` is relative to the checked value, such as `[0].name`. */
export interface Problem {
  readonly path: string
  readonly reason: string
}
/**
 * Checks a value. Returns the problem, or undefined if the value is valid. These checks are written by hand, because zod/mini
 * would make up a third of the core's size.
 */
export type Check = (value: unknown) => Problem | undefined

/** Creates a check that accepts a value if `test` returns true. `reason` completes the sentence "the field …". */
export function must(reason: string, test: (value: unknown) => boolean): Check {
  return (value) => (test(value) ? undefined : { path: '', reason })
}

export const anything: Check = () => undefined
export const text = must('must be a non-empty string', (value) => typeof value === 'string' && value !== '')
export const string = must('must be a string', (value) => typeof value === 'string')
export const textOrNumber = must('must be a string or a number', (value) =>
  /string|number/.test(typeof value),
)
export const flag = must('must be a boolean', (value) => typeof value === 'boolean')
export const object = must('must be an object', isObject)

export function integer(min: number, max: number): Check {
  return must(
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  )
}

export function oneOf(...values: readonly unknown[]): Check {
  return must(`must be ${values.map((value) => JSON.stringify(value)).join(' or ')}`, (value) =>
    values.includes(value),
  )
}

/** Runs the first check and, if the value passes, the second check. */
export function both(first: Check, second: Check): Check {
  return (value) => first(value) ?? second(value)
}

export function list(item: Check): Check {
  return (value) =>
    Array.isArray(value)
      ? firstOf(value.keys(), (index) => under(`[${index}]`, item(value[index])))
      : { path: '', reason: 'must be an array' }
}

export function record(key: Check, item: Check): Check {
  return both(object, (value) =>
    firstOf(Object.entries(value as object), ([name, entry]) =>
      under(`["${name}"]`, key(name) ?? (entry === undefined ? undefined : item(entry))),
    ),
  )
}

type Fields = Readonly<Record<string, Check>>

/** Checks an object with required and optional fields. Rejects unknown fields unless `open` is true. */
export function shape(needed: Fields, optional: Fields = {}, open = false): Check {
  const fields = { ...needed, ...optional }
  const names = Object.keys(fields)
  return both(object, (value) => {
    const given = value as Readonly<Record<string, unknown>>
    return (
      firstOf(open ? [] : Object.keys(given), (name) =>
        names.includes(name)
          ? undefined
          : { path: `.${name}`, reason: `is unknown${suggestion(name, names)}` },
      ) ??
      firstOf(names, (name) => {
        if (given[name] !== undefined) return under(`.${name}`, fields[name]?.(given[name]))
        return name in needed ? { path: `.${name}`, reason: 'is missing' } : undefined
      })
    )
  })
}

/** Checks an object in which all fields are optional. */
export function partial(fields: Fields): Check {
  return shape({}, fields)
}

export function urlOf(...schemes: readonly string[]): Check {
  return must(`must be an absolute URL with ${schemes.join(' or ')}, without a user name`, (value) => {
    try {
      const url = new URL(value as string)
      return typeof value === 'string' && schemes.includes(url.protocol) && !url.username && !url.password
    } catch {
      return false
    }
  })
}

export const httpUrl = urlOf('http:', 'https:')

function firstOf<T>(items: Iterable<T>, find: (item: T) => Problem | undefined): Problem | undefined {
  for (const item of items) {
    const problem = find(item)
    if (problem) return problem
  }
  return undefined
}

function under(path: string, problem: Problem | undefined): Problem | undefined {
  return problem && { path: path + problem.path, reason: problem.reason }
}

function suggestion(name: string, names: readonly string[]): string {
  const most = Math.min(4, Math.max(2, name.length / 4))
  for (let changes = 0; changes <= most; changes++) {
    const best = names.find((known) => isWithin(changes, name.toLowerCase(), known.toLowerCase()))
    if (best) return `; did you mean ${best}?`
  }
  return ''
}

/** Returns whether at most `changes` inserted, removed or replaced letters turn `a` into `b` (bounded Levenshtein distance). */
function isWithin(changes: number, a: string, b: string): boolean {
  if (!a || !b) return a.length + b.length <= changes
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(changes, restA, restB)
  return (
    changes > 0 &&
    [
      [restA, b],
      [a, restB],
      [restA, restB],
    ].some(([x = '', y = '']) => isWithin(changes - 1, x, y))
  )
}
