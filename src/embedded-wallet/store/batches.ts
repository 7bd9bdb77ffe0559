import type { Hex } from '../../core/chain/caip.ts'
import type { Store } from './store.ts'

/** A batch that a page sent: one user operation of a smart account, or several transactions of the standard account. */
export interface Batch {
  /** The address of the key that signed the batch. */
  readonly owner: string
  readonly chainId: number
  /** The hash of the user operation, or the hashes of the transactions that were sent so far. */
  readonly hashes: readonly Hex[]
  /** Whether sending failed, so that the calls that weren't sent are never sent. */
  readonly stopped?: boolean | undefined
}

/** The batches of one page and one kind of account, by the page's ids (EIP-5792). */
export interface Batches {
  /** Stores a batch. Resolves with false if the id is already used. */
  add(id: string, batch: Batch): Promise<boolean>
  /** Replaces a stored batch. */
  update(id: string, batch: Batch): Promise<void>
  get(id: string): Promise<Batch | undefined>
}

interface Kept extends Batch {
  readonly id: string
}

/** The maximum number of stored batches. Older batches are deleted. */
const mostKept = 100

/** Stores batches in this browser, so that pages can read the status of a batch after the frame was reloaded. */
export function batchesIn(
  store: Pick<Store, 'get' | 'change'>,
  kind: 'plain' | 'smart',
  origin: string,
): Batches {
  const name = `${kind} batches of ${origin}`
  /** The batches in memory, in case the browser blocks storage. */
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
