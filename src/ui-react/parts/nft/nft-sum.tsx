import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { reviewWords } from '../../language/english/review.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useReviewStyles } from '../review-styles.ts'
import { clip } from '../row.tsx'
import { TokenIcon } from '../token/token-icon.tsx'

/** The NFT that a transfer moves. */
export function NftSum({ token }: { readonly token: TokenBalance }) {
  useReviewStyles()
  const { say } = useLanguage()
  const { name, nft } = token
  return (
    <div className="sum">
      <TokenIcon {...token} symbol={name} size={64} />
      <span className="grow">
        <span className="note">{say(reviewWords, 'sends')}</span>
        <bdi className="what" data-testid="review-amount">
          {clip(name)}
        </bdi>
        {nft?.collection && (
          <span className="note">
            <bdi>{clip(nft.collection)}</bdi>
          </span>
        )}
      </span>
    </div>
  )
}
