import { expect } from 'vitest'

export const aborted = expect.objectContaining({ code: 'flow/aborted' })
export const never = () => new Promise<never>(() => {})

/** A signal that counts its listeners. */
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

/** Unhandled rejections while the body runs and shortly after. */
export async function unhandled(body: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = []
  const listen = (reason: unknown) => void seen.push(reason)
  process.on('unhandledRejection', listen)
  try {
    await body()
    await new Promise((resolve) => setTimeout(resolve, 5))
    return seen
  } finally {
    process.off('unhandledRejection', listen)
  }
}
