import { truncateAddress } from '../../../core/amounts/format.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import {
  type ActivityDetail,
  type ActivityRow,
  activityRows,
  type Operation,
} from '../../../core/wallet/activity-rows.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { decimalIn } from '../../language/amount.ts'
import { featureWords } from '../../language/english/account.ts'
import { activityWords, holdingsWords } from '../../language/english/holdings.ts'
import { swapBridgeWords } from '../../language/english/swap-bridge.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon, type IconName } from '../icon.tsx'
import { IconTile } from '../icon-tile.tsx'
import { networkName } from '../names.ts'
import { clip } from '../row.tsx'
import css from './transaction-row.css?inline'

/** The icons of transactions that aren't confirmed. */
const statusIcons = {
  pending: 'clock',
  failed: 'close',
  replaced: 'turn',
  unknown: 'help',
} as const satisfies Partial<Record<PastTransaction['status'], IconName>>

/** The names of operations that aren't confirmed: "Send" instead of "Sent". Rare operations keep their usual name. */
const attempts: Partial<Record<Operation, keyof (typeof featureWords)['strings']>> = {
  send: 'send',
  receive: 'receive',
  bought: 'onramp',
  trade: 'swaps',
}

interface TransactionRowsProps {
  readonly transaction: PastTransaction
  /** Whether a heading above the row names the day. The row then shows the time instead. */
  readonly underItsDay?: boolean | undefined
  /** The name of the provider that sold the coins of a purchase. */
  readonly seller?: string | undefined
}

/** Shows a transaction in one or more rows, each linked to the block explorer if the network has one. */
export function TransactionRows({ transaction, ...rest }: TransactionRowsProps) {
  useStyles(css)
  return activityRows(transaction).map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one transaction keep their order.
    <TransactionRow key={at} row={row} transaction={transaction} {...rest} />
  ))
}

const date = { day: '2-digit', month: 'short' } as const
const time = { hour: 'numeric', minute: '2-digit' } as const

function TransactionRow({
  row,
  transaction,
  underItsDay,
  seller,
}: TransactionRowsProps & { readonly row: ActivityRow }) {
  const { say, date: dated } = useLanguage()
  const { latchkey } = useRuntime()
  const { requestedNetworks } = useController(latchkey.network)
  const { hash, network: id, at, isPoisoning, bridge } = transaction
  const status = statusOf(transaction)
  const party = partyOf(transaction, row)
  const network = requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === id)
  // A purchase has no hash until it is paid out.
  const link = network && hash && explorerLink(network, 'transaction', hash)
  const attempt = status === 'confirmed' ? undefined : attempts[row.operation]
  const inside = (
    <>
      <IconTile
        name={status === 'confirmed' ? (row.direction === 'in' ? 'receive' : 'send') : statusIcons[status]}
      />
      <span className="grow">
        <span className="name">
          {attempt ? say(featureWords, attempt) : say(activityWords, row.operation)}
        </span>
        <span className="note amount">
          {row.details.map((detail, which) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the details keep their order.
            <Detail key={which} detail={detail} first={which === 0} />
          ))}
          {party && <Detail detail={{ kind: 'party', address: party }} first={false} />}
          {seller && ` · ${seller}`}
        </span>
        {bridge && <SecondHalf bridge={bridge} />}
      </span>
      <span className="tag">
        {status !== 'confirmed' && <span className="outcome">{say(holdingsWords, status)}</span>}
        <time dateTime={new Date(at).toISOString()}>{dated(at, underItsDay ? time : date)}</time>
      </span>
      {link && <Icon name="out" size={16} />}
    </>
  )
  const className = isPoisoning ? 'row past worthless' : 'row past'
  return link ? (
    <a
      className={className}
      data-status={status}
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      data-testid={`transaction-${hash}`}
    >
      {inside}
    </a>
  ) : (
    <div className={className} data-status={status} data-testid={`transaction-${hash}`}>
      {inside}
    </div>
  )
}

/** Returns the status of a transaction. A swap between networks is done only when its second half is done. */
function statusOf({ status, bridge }: PastTransaction): PastTransaction['status'] {
  if (status !== 'confirmed' || !bridge) return status
  const { phase } = bridge
  return phase === 'pending' || phase === 'failed' || phase === 'unknown' ? phase : status
}

const halves = {
  pending: 'arriving',
  arrived: 'arrived',
  partial: 'partial',
  refunded: 'refunded',
  failed: 'stuck',
} as const

/** Says what is known about the second half of a swap between networks. */
function SecondHalf({
  bridge: { network: id, phase },
}: {
  readonly bridge: NonNullable<PastTransaction['bridge']>
}) {
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const { requestedNetworks } = useController(latchkey.network)
  const network = requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === id)
  if (phase === 'unknown') return null
  const values = { network: network ? networkName(language, network) : id }
  return (
    <span className="note half" data-testid={`second-half-${phase}`}>
      {language.say(swapBridgeWords, halves[phase], values)}
    </span>
  )
}

/**
 * Returns the recipient if the account sent, or the sender if it received. Returns undefined for
 * other operations, for a transaction without exactly one transfer, and for a scam.
 */
function partyOf({ from, to, transfers, isPoisoning }: PastTransaction, { operation }: ActivityRow) {
  if (isPoisoning || transfers.length !== 1) return undefined
  return operation === 'send' ? to : operation === 'receive' ? from : undefined
}

function Detail({ detail, first }: { readonly detail: ActivityDetail; readonly first: boolean }) {
  return (
    <>
      {/* The separator stands between texts that have their own writing direction, so it must not be inside such a text. */}
      {!first && ' · '}
      <DetailText detail={detail} />
    </>
  )
}

function DetailText({ detail }: { readonly detail: ActivityDetail }) {
  const { say, tag } = useLanguage()
  switch (detail.kind) {
    case 'amount':
      return (
        <bdi dir="ltr" className={detail.sign === '+' ? 'plus' : undefined}>
          {detail.sign}
          {decimalIn(tag, detail.quantity)} {clip(detail.symbol)}
        </bdi>
      )
    case 'nft':
      return <bdi>{clip(detail.name)}</bdi>
    case 'party':
      return <bdi dir="ltr">{truncateAddress(detail.address)}</bdi>
    case 'status':
      return say(holdingsWords, detail.status)
  }
}
