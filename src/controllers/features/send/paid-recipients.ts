import type { CaipAddress } from '../../../core/chain/caip.ts'
import { readIf, readLimits, readList } from '../../../core/json/readers.ts'
import type { Persistence } from '../../../services/persistence.ts'

const key = 'paidReceiversCache'
const text = readIf((value): value is string => typeof value === 'string' && value.length <= 200)
const read = readList(text, readLimits.entries)

/**
 * Stores the last recipients that this browser paid, as CAIP-10 ids. With this list, the client warns about addresses that look
 * like an earlier recipient's address.
 */
export function paidRecipients(persistence: Pick<Persistence, 'getCache' | 'setCache'>) {
  const all = () => persistence.getCache(key, read) ?? []
  return {
    /** Returns the addresses of the recipients on all networks of a family. */
    of(namespace: string): readonly string[] {
      const paid = all().filter((one) => one.startsWith(`${namespace}:`))
      return paid.map((one) => one.slice(one.lastIndexOf(':') + 1))
    },
    add(receiver: CaipAddress): void {
      persistence.setCache(key, [receiver, ...all().filter((one) => one !== receiver)], read)
    },
  }
}
