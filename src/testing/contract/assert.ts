import { catalogue, type ErrorCode } from '../../core/errors/catalogue.ts'
import { isLatchkeyError, type LatchkeyError } from '../../core/errors/latchkey-error.ts'

/** The error if an adapter breaks the contract. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
}

export function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new ContractViolation(what)
}

export function equal(actual: unknown, expected: unknown, what: string): void {
  ensure(text(actual) === text(expected), `${what}: expected ${text(expected)}, got ${text(actual)}`)
}

/** Checks that the call rejects, with one of the codes if there are codes. Returns the error. */
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

/** The time limit of a call or an event, in ms. It is long because the machine may be busy. Only a failing test waits this long. */
export const defaultTimeout = 30_000

/**
 * Waits until `test` returns a value other than false or undefined. Wallets emit events, and networks mine transactions, only
 * some time after a call.
 *
 * @param what The condition to wait for. After a timeout, the error contains this text.
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

/** Settles like the promise. Checks that it settles in time, and rejects only with an error code of the library. */
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
