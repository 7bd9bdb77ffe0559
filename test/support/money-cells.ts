import type { MoneySaid } from './money-run.ts'
import { familyOf, type MoneyWay, moneyWays, walletSends } from './money-world.ts'

/** A fault from a step on, and how a payment that meets it may end. */
export interface MoneyCell {
  readonly at: 'estimate' | 'broadcast' | 'wait'
  /** A node fault; `/send` in place of a method stands for the call that broadcasts. */
  readonly fault: string
  readonly ends: readonly MoneySaid[]
  /** Why the fault can't occur in a family. */
  readonly never?: Readonly<Record<string, string>> | undefined
  /** Whether the fault needs a wallet that broadcasts. */
  readonly walletSendsOnly?: true | undefined
}

const arrived = ['confirmed', 'finalized'] as const
const open = ['unknown', 'pending', ...arrived] as const
const outages = ['reset', 'hung', 'status:500', 'html', 'empty', 'cut-body'] as const
const onlyEip155 = (why: string) =>
  Object.fromEntries(['solana', 'bip122', 'cosmos', 'polkadot'].map((family) => [family, why]))

/** The fault × step part of the matrix. Each cell is tried on each way on which it can occur. */
export const moneyCells: readonly MoneyCell[] = [
  // A price that rises with each reading, also those that are repeated on a busy machine.
  ...['rising-price:10', 'no-hints', 'busy@once', ...outages.map((each) => `${each}@once`)].map(
    (fault): MoneyCell => ({ at: 'estimate', fault, ends: arrived }),
  ),
  ...['reset', 'hang', '504', 'error', 'known'].map(
    (kind): MoneyCell => ({ at: 'broadcast', fault: `lost-answer:${kind}`, ends: arrived }),
  ),
  { at: 'broadcast', fault: 'lost-answer:dies', ends: open },
  {
    at: 'broadcast',
    fault: 'wallet-gone',
    ends: ['maybe sent, without a hash'],
    walletSendsOnly: true,
  },
  { at: 'broadcast', fault: 'late', ends: arrived },
  { at: 'broadcast', fault: 'late-after', ends: ['unknown', 'pending'] },
  // On solana, the node's slots may use up the blockhash meanwhile: then it can't land anymore.
  { at: 'broadcast', fault: 'dropped', ends: ['unknown', 'pending', 'failed'] },
  ...['repriced', 'cancelled', 'other'].map(
    (kind): MoneyCell => ({
      at: 'broadcast',
      fault: `replaced:${kind}`,
      ends: ['unknown', 'replaced', ...arrived],
      never: onlyEip155(
        "the fault signs with the sender's key on eip155 only; see outcomes-cosmos, -polkadot and bip122",
      ),
    }),
  ),
  // A node that is busy says that it took nothing, unless another endpoint takes it.
  { at: 'broadcast', fault: 'busy/send', ends: ['refused', ...open] },
  ...outages.map((each): MoneyCell => ({ at: 'broadcast', fault: `${each}/send`, ends: open })),
  ...[
    'pruned',
    'stuck',
    'no-index',
    'header-not-found',
    'missing-trie-node',
    'null-result',
    'busy',
    ...outages,
  ].map((fault): MoneyCell => ({ at: 'wait', fault, ends: open })),
  { at: 'wait', fault: 'reorg', ends: open },
  {
    at: 'wait',
    fault: 'wrong-receipt-hash',
    ends: arrived,
    never: onlyEip155('only receipts of eip155 name the hash of their block'),
  },
]

export const waysOf = ({ never, walletSendsOnly }: MoneyCell): readonly MoneyWay[] =>
  (Object.keys(moneyWays) as MoneyWay[]).filter(
    (way) => never?.[familyOf(way)] === undefined && (!walletSendsOnly || walletSends(way)),
  )
