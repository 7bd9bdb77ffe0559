import { useRef, useState } from 'react'
import type { NftBalance } from '../../../core/wallet/nft.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { nftWords } from '../../language/english/nfts.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { clip } from '../row.tsx'
import { Nothing } from '../token/nothing.tsx'
import { ReceiveFunds } from '../token/receive-funds.tsx'
import { NftPicture } from './nft-picture.tsx'
import css from './nfts.css?inline'

/** The number of NFTs that are shown at first: two rows. */
const preview = 4

/** Shows the account's NFTs (S3.9.4, S4.21). */
export function NftList() {
  useStyles(css)
  const { say } = useLanguage()
  const runtime = useRuntime()
  const { portfolio } = runtime.latchkey
  const nfts = useController(portfolio, (state) => state.nfts)
  usePrefetch('WalletNft')
  const [all, setAll] = useState(runtime.tab?.all === true)
  const [spam, setSpam] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  if (!nfts) return null
  const { items, known, loading, more, error } = nfts
  const shown = items.filter(({ nft }) => spam || !nft.isSpam)
  const hidden = items.filter(({ nft }) => nft.isSpam).length
  const link = (text: string, testId: string, go: () => void, icon?: 'retry' | 'forward') => (
    <button type="button" className="plain" data-testid={testId} onClick={go}>
      {icon === 'retry' && <Icon name={icon} size={16} />}
      {text}
      {icon === 'forward' && <Icon name={icon} size={16} />}
    </button>
  )
  const wide = (text: string, testId: string, go: () => void, icon?: 'retry') => (
    <button type="button" className="secondary" disabled={loading} data-testid={testId} onClick={go}>
      {icon && <Icon name={icon} size={18} />}
      {text}
    </button>
  )
  const again = () => void portfolio.loadNfts().catch(() => {})
  const next = () => void portfolio.loadMoreNfts().catch(() => {})
  const showAll = () => {
    // Move the focus, because the focused button is about to be removed.
    list.current?.focus({ preventScroll: true })
    if (runtime.tab) runtime.tab = { ...runtime.tab, all: true }
    setAll(true)
  }
  const spamSwitch =
    hidden > 0 &&
    link(
      spam ? say(nftWords, 'hideAgain') : say(nftWords, 'showHidden', { count: hidden }),
      'nfts-spam',
      () => setSpam(!spam),
    )
  if (!known && error)
    return (
      <Nothing icon="alert" title={say(nftWords, 'loadFailed')}>
        {wide(say(holdingsWords, 'tryAgain'), 'nfts-again', again, 'retry')}
      </Nothing>
    )
  if (!known) return <WaitingNfts />
  if (shown.length === 0 && !more && !error)
    return (
      <Nothing icon="picture" title={say(nftWords, 'none')} text={say(nftWords, 'noneAdvice')}>
        {spamSwitch || <ReceiveFunds />}
      </Nothing>
    )
  const cut = !all && shown.length > preview
  return (
    <div ref={list} className="list" tabIndex={-1}>
      <div className="nfts">
        {(cut ? shown.slice(0, preview) : shown).map((item) => (
          <NftTile key={item.asset} item={item} />
        ))}
      </div>
      {loading && items.length > 0 && !cut && more && <WaitingNfts />}
      <div className="links">
        {cut ? (
          link(say(nftWords, 'all'), 'all-nfts', showAll, 'forward')
        ) : (
          <>
            {error && link(say(nftWords, 'moreFailed'), 'nfts-again', more ? next : again, 'retry')}
            {/* The button stays while more loads, and gets the focus back if there is more to load. */}
            {more && !error && wide(say(holdingsWords, 'more'), 'load-more', next)}
            {spamSwitch}
          </>
        )}
      </div>
    </div>
  )
}

function NftTile({ item }: { readonly item: NftBalance }) {
  const { number } = useLanguage()
  const { latchkey } = useRuntime()
  const { name, nft, asset, amount } = item
  return (
    <button
      type="button"
      data-testid={`nft-${nft.tokenId}`}
      onClick={() => latchkey.router.push('WalletNft', { nft: asset })}
    >
      <NftPicture nft={nft} />
      <span className="about">
        <bdi className="name">{clip(name)}</bdi>
        <span className="note">
          <bdi>{clip(nft.collection)}</bdi>
          {amount.value > 1n && <bdi dir="ltr">×{number(amount.value)}</bdi>}
        </span>
      </span>
    </button>
  )
}

function WaitingNfts() {
  const { say } = useLanguage()
  return (
    <div className="nfts" role="status" aria-label={say(holdingsWords, 'loading')}>
      {[0, 1].map((each) => (
        <div key={each}>
          <span className="tile square skeleton" />
          <span className="about">
            <span className="skeleton line" />
          </span>
        </div>
      ))}
    </div>
  )
}
