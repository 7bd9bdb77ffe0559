import type { CaipAddress } from '../../../core/chain/caip.ts'
import { most, readIf, readList } from '../../../core/usable.ts'
import type { Persistence } from '../../../services/persistence.ts'

const key = 'paidReceiversCache'
const text = readIf((value): value is string => typeof value === 'string' && value.length <= 200)
const read = readList(text, most.entries)

/** Whom this browser has paid, the last ones, as CAIP-10 ids: by them a visitor is told of a receiver that only looks like one. */
export function paidReceivers(persistence: Pick<Persistence, 'getCache' | 'setCache'>) {
  const all = () => persistence.getCache(key, read) ?? []
  return {
    /** Plain addresses of the network's family, whichever its network was. */
    of(namespace: string): readonly string[] {
      const paid = all().filter((one) => one.startsWith(`${namespace}:`))
      return paid.map((one) => one.slice(one.lastIndexOf(':') + 1))
    },
    add(receiver: CaipAddress): void {
      persistence.setCache(key, [receiver, ...all().filter((one) => one !== receiver)], read)
    },
  }
}
