import type { Transaction } from '../../../core/wallet/family.ts'
import { checkMemo, invalid } from '../checks.ts'

/** @throws `validation/invalid-input` */
export function checkTransaction({ messages, memo }: Transaction<'cosmos'>): void {
  const good = (message: unknown) => {
    const { typeUrl, value } = (message ?? {}) as { typeUrl?: unknown; value?: unknown }
    return /^\/[\w.]+$/.test(String(typeUrl)) && typeof value === 'object' && value !== null
  }
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(good))
    throw invalid('messages', 'expected at least one, each with typeUrl and value')
  checkMemo(memo)
}
