import { catalogue, type ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'

/** Thrown when an adapter breaks the contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
}

export function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new ContractViolation(what)
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  ensure(text(actual) === text(expected), `${what}: expected ${text(expected)}, got ${text(actual)}`)
}

/** Requires that the call rejects, with one of the codes if there are any. Returns the error for further checks. */
export async function rejects(
  call: Promise<unknown>,
  what: string,
  ...codes: ErrorCode[]
): Promise<LatchkeyError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new ContractViolation(`${what}: resolved with ${text(outcome.value)}`)
  const { error } = outcome
  if (!isLatchkeyError(error)) throw error
  ensure(
    codes.length === 0 || codes.includes(error.code),
    `${what}: expected ${codes.join(' or ')}, got ${error.code} (${error.message})`,
  )
  return error
}

/** The time limit of a call or an event, in ms. It is generous for a busy machine: a passing test doesn't wait that long. */
export const defaultTimeout = 30_000

/**
 * Waits until `test` returns a value other than false or undefined. Wallets emit their events, and networks mine,
 * asynchronously.
 *
 * @param what The condition that must be met. The error contains this text if the time is over.
 */
export async function eventually<T>(
  test: () => T | Promise<T>,
  what: string,
  timeout: number,
): Promise<Exclude<T, false | undefined>> {
  for (const end = performance.now() + timeout; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const result = await test()
    if (result !== false && result !== undefined) return result as Exclude<T, false | undefined>
    ensure(performance.now() < end, `${what}: not within ${timeout} ms`)
  }
}

/** Resolves or rejects like the promise, but requires that it settles in time and rejects only with the library's error codes. */
export async function settles(call: unknown, name: string, timeout: number): Promise<unknown> {
  ensure(
    typeof (call as PromiseLike<unknown> | undefined)?.then === 'function',
    `${name} returned no promise`,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ContractViolation(`${name} did not settle within ${timeout} ms`)),
      timeout,
    )
  })
  try {
    return await Promise.race([call, tooLate])
  } catch (error) {
    if (error instanceof ContractViolation) throw error
    ensure(
      isLatchkeyError(error),
      `${name} rejected with an error that is not a LatchkeyError: ${String(error)}`,
    )
    ensure(Object.hasOwn(catalogue, error.code), `${name} rejected with an unlisted code: ${error.code}`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? String(value)
}
