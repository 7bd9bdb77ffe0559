import type { MoneySaid } from './money-run.ts'
import { familyOf, type MoneyWay, moneyWays, walletSends } from './money-world.ts'

/** A fault, the step from which the fault applies, and the results that a payment may have with this fault. */
export interface MoneyCell {
  readonly at: 'estimate' | 'broadcast' | 'wait'
  /** The name of a node fault. `/send` stands for the family's method that broadcasts. */
  readonly fault: string
  readonly ends: readonly MoneySaid[]
  /** Why the fault can't occur in a family. */
  readonly never?: Readonly<Record<string, string>> | undefined
  /** Whether the fault requires a wallet that broadcasts. */
  readonly walletSendsOnly?: true | undefined
}

const arrived = ['confirmed', 'finalized'] as const
const open = ['unknown', 'pending', ...arrived] as const
const outages = ['reset', 'hung', 'status:500', 'html', 'empty', 'cut-body'] as const
const onlyEip155 = (why: string) =>
  Object.fromEntries(['solana', 'bip122', 'cosmos', 'polkadot'].map((family) => [family, why]))

/**
 * The combinations of fault and step. Tests try each combination with every way of sending (see `moneyWays`) that can
 * have the fault.
 */
export const moneyCells: readonly MoneyCell[] = [
  // `rising-price:10` raises the price with each request. On a busy machine, the client repeats requests, so the price can rise
  // more often than planned.
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
  // On solana, the blockhash may expire before the transaction is in a block. Then the transaction fails.
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
  // A busy node refuses the transaction, but another endpoint may accept it.
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
