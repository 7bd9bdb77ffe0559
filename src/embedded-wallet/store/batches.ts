import type { Hex } from '../../core/chain/caip.ts'
import type { Store } from './store.ts'

/** A batch that a page has sent: as one operation of a smart account, or as transactions of the plain one. */
export interface Batch {
  /** The key that signed it. */
  readonly owner: string
  readonly chainId: number
  /** Of the operation, or of each transaction so far. */
  readonly hashes: readonly Hex[]
}

/** The batches of one page and one kind of account, by the ids that the page knows them by. EIP-5792. */
export interface Batches {
  /** False for an id that is taken. */
  add(id: string, batch: Batch): Promise<boolean>
  /** What has become of it since. */
  update(id: string, batch: Batch): Promise<void>
  get(id: string): Promise<Batch | undefined>
}

interface Kept extends Batch {
  readonly id: string
}

/** Nobody asks for older ones. */
const mostKept = 100

/** Kept by this browser, so that a page may ask after the frame was loaded anew. */
export function batchesIn(
  store: Pick<Store, 'get' | 'change'>,
  kind: 'plain' | 'smart',
  origin: string,
): Batches {
  const name = `${kind} batches of ${origin}`
  /** What a browser does not keep lives as long as the frame. */
  let here: readonly Kept[] = []
  const change = (how: (all: readonly Kept[]) => readonly Kept[]) =>
    store
      .change<readonly Kept[]>(name, (known = []) => how(known))
      .catch(() => {
        here = how(here)
      })
  const find = (all: readonly Kept[] | undefined, id: string) => all?.find((one) => one.id === id)
  return {
    async add(id, batch) {
      let isTaken = find(here, id) !== undefined
      await change((all) => {
        isTaken ||= find(all, id) !== undefined
        return isTaken ? all : [...all, { id, ...batch }].slice(-mostKept)
      })
      return !isTaken
    },
    async update(id, batch) {
      await change((all) => all.map((one) => (one.id === id ? { id, ...batch } : one)))
    },
    async get(id) {
      const kept = await store.get<readonly Kept[]>(name).catch(() => undefined)
      return find(here, id) ?? find(kept, id)
    },
  }
}
