import { isCaipNetworkId } from '../../../core/chain/caip.ts'
import { type Read, readIf, readList, readObject, readOneOf, readText } from '../../../core/json/readers.ts'
import { pendingTransactions } from '../../../core/limits.ts'
import type { PastTransaction, PastTransfer } from '../../../core/wallet/past-transaction.ts'
import type { Persistence } from '../../../services/persistence.ts'

/** A transaction that this client sent. */
export interface StoredSent {
  /** The CAIP-10 id of the account. */
  readonly account: string
  /** Data for reading the status: see `SentTransaction`. */
  readonly reference?: string | undefined
  /** True from the signature until the broadcast ends. Stays true if the tab closes during the broadcast. */
  readonly signed?: true | undefined
  readonly transaction: PastTransaction
}

type Stores = Pick<Persistence, 'get' | 'set' | 'remove' | 'exclusively'>

const readTime = readIf((value): value is number => Number.isSafeInteger(value) && Number(value) > 0)
/** Reads a text that may be empty, such as the symbol of an NFT. */
const readLine: Read<string> = (value) => (value === '' ? '' : readText(value))
const readTransfer = readObject(
  {
    quantity: readText,
    symbol: readLine,
    name: readText,
    nft: readIf((value) => typeof value === 'boolean'),
  },
  { direction: readOneOf('in', 'out', 'self') },
)
const readTransaction = readObject(
  {
    id: readText,
    hash: readText,
    network: readIf(isCaipNetworkId),
    at: readTime,
    operation: readText,
    status: readOneOf('pending', 'confirmed', 'failed', 'replaced', 'unknown'),
    transfers: readList<PastTransfer>(readTransfer, 1),
    isPoisoning: readIf((value): value is false => value === false),
  },
  { from: readText, to: readText },
)
const readSent = readObject(
  { account: readText, transaction: readTransaction },
  { reference: readText, signed: readIf((value): value is true => value === true) },
)

/** Returns the id of a sent transaction. The id keeps the first hash if the wallet sends the transaction again with another fee. */
export function sentId({ network, hash }: Pick<PastTransaction, 'network' | 'hash'>): string {
  return `sent:${network}:${hash}`
}

/** Returns the stored transactions of all tabs, oldest first. */
export function storedSent(persistence: Pick<Stores, 'get'>): readonly StoredSent[] {
  return (persistence.get('sent') ?? []).flatMap((text) => parse(text) ?? []).reverse()
}

/** Stores a transaction, or replaces its stored state. Keeps only the newest 99. Resolves when the transaction is stored. */
export function storeSent(persistence: Stores, sent: StoredSent): Promise<void> {
  return change(persistence, sent.transaction.id, (others) => [...others, sent])
}

/** The changed fields of a transaction. */
export interface SentChange {
  readonly transaction: Partial<PastTransaction>
  readonly reference?: string | undefined
}

/**
 * Changes fields of a stored transaction. The other fields stay, because another tab may have changed them meanwhile. Does nothing
 * if another tab has removed the transaction.
 */
export function updateSent(persistence: Stores, id: string, fields: SentChange): void {
  void change(persistence, id, (others, known) => (known ? [...others, changedSent(known, fields)] : others))
}

export function changedSent(sent: StoredSent, { transaction, reference }: SentChange): StoredSent {
  return {
    ...sent,
    reference: reference ?? sent.reference,
    transaction: { ...sent.transaction, ...transaction },
  }
}

export function removeSent(persistence: Stores, id: string): void {
  void change(persistence, id, (others) => others)
}

/** Changes the stored list. Reads the list from storage first, because other tabs write it too. */
function change(
  persistence: Stores,
  id: string,
  to: (others: readonly StoredSent[], known: StoredSent | undefined) => readonly StoredSent[],
): Promise<void> {
  return persistence.exclusively(() => {
    const stored = storedSent(persistence)
    const known = stored.find(({ transaction }) => transaction.id === id)
    const others = stored.filter((each) => each !== known)
    const list = [...to(others, known)].sort((a, b) => a.transaction.at - b.transaction.at)
    const texts = list.slice(-pendingTransactions).map((one) => JSON.stringify(one))
    if (texts.length > 0) persistence.set('sent', texts.reverse())
    else persistence.remove('sent')
  })
}

function parse(text: string): StoredSent | undefined {
  try {
    return readSent(JSON.parse(text))
  } catch {
    return undefined
  }
}
