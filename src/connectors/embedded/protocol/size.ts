import { frameLimits } from '../../../core/limits.ts'

/** Returns whether a message is small enough to validate. Validation reads the whole message, and anyone can send a message. */
export function isSmall(message: unknown): boolean {
  let left: number = frameLimits.messageSize
  const waiting: unknown[] = [message]
  for (let value = waiting.pop(); left >= 0; value = waiting.pop()) {
    left -= typeof value === 'string' ? value.length : 8
    if (typeof value === 'object' && value !== null) {
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) left -= value.byteLength
      // Don't read lists and objects that are too long.
      const keys = Object.keys(value)
      if (keys.length > left) return false
      for (const key of keys) {
        left -= key.length
        waiting.push((value as Readonly<Record<string, unknown>>)[key])
      }
    }
    if (waiting.length === 0) return left >= 0
  }
  return false
}
