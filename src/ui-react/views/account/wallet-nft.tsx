import { useEffect, useState } from 'react'
import { explorerLink } from '../../../core/chain/explorer.ts'
import { supportsSend } from '../../../core/options/send-families.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useShowError } from '../../hooks/use-show-error.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { nftWords } from '../../language/english/nfts.ts'
import { reviewWords } from '../../language/english/review.ts'
import { sentWords } from '../../language/english/sending.ts'
import { useLanguage } from '../../language/use-language.ts'
import { ExplorerRow } from '../../parts/account/explorer-row.tsx'
import { WholeAddress } from '../../parts/account/whole-address.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Icon } from '../../parts/icon.tsx'
import { networkName } from '../../parts/names.ts'
import { NftPicture } from '../../parts/nft/nft-picture.tsx'
import css from '../../parts/nft/nfts.css?inline'
import { useReviewStyles } from '../../parts/review-styles.ts'
import { clip } from '../../parts/row.tsx'
import { Warning } from '../../parts/warning.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import own from './wallet-nft.css?inline'

/** Shows one NFT of the account, which can be sent (S4.21). */
export function WalletNftView() {
  useStyles(css)
  useStyles(own)
  useReviewStyles()
  usePrefetch('WalletSend')
  const language = useLanguage()
  const { say, number } = language
  const { latchkey } = useRuntime()
  const { router, send } = latchkey
  const showError = useShowError()
  const [asset] = useState(() => router.state.data?.nft)
  const nfts = useController(latchkey.portfolio, (state) => state.nfts)
  const { requestedNetworks } = useController(latchkey.network)
  const item = nfts?.items.find((one) => one.asset === asset)
  const network = requestedNetworks.find(({ caipNetworkId }) => caipNetworkId === item?.network)
  const canSend = useController(
    latchkey.options,
    ({ features }) => !!network && supportsSend(features.send, network.chainNamespace),
  )

  // Leave the view when the account has changed, or no longer has the NFT.
  useEffect(() => {
    if (!item && router.state.view === 'WalletNft') router.reset('Account')
  }, [router, item])

  if (!item || !network) return null
  const { nft, name, amount, address } = item
  const explorer = explorerLink(network, 'account', address)
  const start = async () => {
    await send.prepare()
    // If the visitor has left while the code loaded, don't disturb the view that they are in.
    if (router.state.view !== 'WalletNft') return
    // First put the NFT into the form. With an empty form, the next view would select a default token.
    send.setToken(item).then(() => router.push('WalletSend'), showError)
  }
  return (
    <>
      <div className="picture">
        <NftPicture nft={nft} />
      </div>
      <div className="title">
        <h2>
          <bdi data-testid="nft-name">{clip(name)}</bdi>
        </h2>
        {nft.description && (
          <p className="quiet">
            <bdi>{nft.description}</bdi>
          </p>
        )}
      </div>
      {nft.isSpam && <Warning kind="caution">{say(nftWords, 'spam')}</Warning>}
      <dl className="facts">
        {nft.collection && (
          <Fact what={say(nftWords, 'collection')}>
            <bdi>{clip(nft.collection)}</bdi>
          </Fact>
        )}
        {nft.standard === 'metaplex' ? (
          <div className="tall">
            <dt>{say(nftWords, 'tokenId')}</dt>
            <dd>
              <WholeAddress address={nft.tokenId} />
            </dd>
          </div>
        ) : (
          <Fact what={say(nftWords, 'tokenId')}>
            <bdi dir="ltr">{nft.tokenId}</bdi>
          </Fact>
        )}
        {amount.value > 1n && (
          <Fact what={say(nftWords, 'owned')}>
            <bdi dir="ltr">{number(amount.value)}</bdi>
          </Fact>
        )}
        <Fact what={say(reviewWords, 'network')}>
          <bdi>{networkName(language, network)}</bdi>
        </Fact>
      </dl>
      {explorer && <ExplorerRow href={explorer} name={say(sentWords, 'explorer')} />}
      {canSend && (
        <button type="button" className="primary" data-testid="nft-send" onClick={start}>
          <Icon name="send" size={18} />
          {say(reviewWords, 'send')}
        </button>
      )}
    </>
  )
}
