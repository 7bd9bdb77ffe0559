import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { reviewWords } from '../../language/english/review.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useReviewStyles } from '../review-styles.ts'
import { clip } from '../row.tsx'
import { TokenIcon } from '../token/token-icon.tsx'
import { whatMoves } from '../token/what-moves.ts'

/** Shows the NFT that a transfer moves. If several copies of the NFT move, shows how many. */
export function NftSum({ token, amount }: { readonly token: TokenBalance; readonly amount: bigint }) {
  useReviewStyles()
  const { say, tag } = useLanguage()
  const { name, nft } = token
  return (
    <div className="sum">
      <TokenIcon {...token} symbol={name} size={64} />
      <span className="grow">
        <span className="note">{say(reviewWords, 'sends')}</span>
        <bdi className="what" data-testid="review-amount">
          {whatMoves(tag, token, amount)}
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
