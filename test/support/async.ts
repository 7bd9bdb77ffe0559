import { expect } from 'vitest'

export const aborted = expect.objectContaining({ code: 'flow/aborted' })
export const never = () => new Promise<never>(() => {})

/** Calls `read` until it returns a value, and returns the value. `message` names the condition in the error. */
export async function polled<T>(
  read: () => T | Promise<T>,
  message: string,
): Promise<NonNullable<Awaited<T>>> {
  let value: Awaited<T> | undefined
  await expect
    .poll(
      async () => {
        value = await read()
        return value
      },
      { message },
    )
    .not.toBeNullable()
  return value as NonNullable<Awaited<T>>
}

/** Waits for one turn of the event loop, so that pending promises settle. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Returns a signal that counts its listeners. */
export function watchedSignal() {
  const controller = new AbortController()
  let listeners = 0
  const add = controller.signal.addEventListener.bind(controller.signal)
  const remove = controller.signal.removeEventListener.bind(controller.signal)
  controller.signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  controller.signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }
  return { controller, signal: controller.signal, listeners: () => listeners }
}

/** Runs `body`, and returns the unhandled rejections. */
export async function unhandled(body: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = []
  const listen = (reason: unknown) => void seen.push(reason)
  process.on('unhandledRejection', listen)
  try {
    await body()
    // Node reports a rejection at the end of the turn in which it happens.
    await new Promise((resolve) => setImmediate(resolve))
    return seen
  } finally {
    process.off('unhandledRejection', listen)
  }
}
