import { useEffect } from 'react'
import { shownUnits } from '../../../core/amounts/shown-units.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import { useController } from '../../hooks/use-controller.ts'
import { reviewWords } from '../../language/english/review.ts'
import { sentWords } from '../../language/english/sending.ts'
import { worthOf } from '../../language/fiat.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { ExplorerRow } from '../../parts/account/explorer-row.tsx'
import { WholeAddress } from '../../parts/account/whole-address.tsx'
import { Fact } from '../../parts/fact.tsx'
import { networkName } from '../../parts/names.ts'
import { useReviewStyles } from '../../parts/review-styles.ts'
import { Ring } from '../../parts/ring.tsx'
import { clip } from '../../parts/row.tsx'
import { useSentTransaction } from '../../parts/send/use-sent-transaction.ts'
import { TokenIcon } from '../../parts/token/token-icon.tsx'
import { whatMoves } from '../../parts/token/what-moves.ts'
import { useRuntime } from '../../runtime.ts'

const ring = {
  pending: 'waiting',
  confirmed: 'done',
  failed: 'failed',
  replaced: 'failed',
  unknown: 'still',
} as const

/** Shows a transfer after it was sent, until the network confirms it (S3.9.4). */
export function WalletSentView() {
  useReviewStyles()
  const language = useLanguage()
  const { say, tag } = language
  const { fiat } = useFiat()
  const { latchkey } = useRuntime()
  const { router } = latchkey
  const { sent } = useController(latchkey.send)
  // The activity has the current state of the transaction.
  const followed = useSentTransaction(sent)

  // Leave the view when a switch of the account or the network has cleared the transfer.
  useEffect(() => {
    if (!sent && router.state.view === 'WalletSent') router.reset('Account')
  }, [router, sent])

  if (!sent) return null
  const { network, token, amount, to, name, hash } = sent
  const status = followed?.status ?? 'pending'
  const worth = worthOf(token, amount)
  const explorer = explorerLink(network, 'transaction', followed?.hash ?? hash)
  /** Fills in the form with the same transfer. Uses the reviewed address, because a name may have another address by now. */
  const again = () => {
    const { send } = latchkey
    void send.setToken(token)
    void send.setAmount(shownUnits({ ...token.amount, value: amount }))
    void send.setReceiver(to)
    router.reset('Account')
    router.push('WalletSend')
  }
  return (
    <>
      <div className="center" data-status={status} data-testid="sent">
        <Ring state={ring[status]} round={!token.nft}>
          <TokenIcon {...token} symbol={token.amount.symbol} size={80} />
        </Ring>
        <div className="says">
          <h2>
            <bdi dir={token.nft ? undefined : 'ltr'} data-testid="sent-amount">
              {whatMoves(tag, token, amount)}
            </bdi>
          </h2>
          {worth !== undefined && (
            <p className="quiet">
              <bdi dir="ltr">{fiat(worth)}</bdi>
            </p>
          )}
        </div>
        <p className="quiet" role="status" data-testid="sent-status">
          {say(sentWords, status)}
        </p>
      </div>
      <dl className="facts">
        <div className="tall">
          <dt>{say(reviewWords, 'to')}</dt>
          <dd>
            {name && <bdi className="name">{clip(name)}</bdi>}
            <WholeAddress address={to} />
          </dd>
        </div>
        <Fact what={say(reviewWords, 'network')}>
          <bdi>{networkName(language, network)}</bdi>
        </Fact>
      </dl>
      {explorer && <ExplorerRow href={explorer} name={say(sentWords, 'explorer')} />}
      <div className={status === 'failed' ? 'pair' : 'actions'}>
        <button
          type="button"
          className={status === 'failed' ? 'secondary' : 'primary'}
          data-testid="sent-done"
          onClick={() => router.reset('Account')}
        >
          {say(sentWords, 'done')}
        </button>
        {status === 'failed' && (
          <button type="button" className="primary" data-testid="sent-again" onClick={again}>
            {say(reviewWords, 'again')}
          </button>
        )}
      </div>
    </>
  )
}
