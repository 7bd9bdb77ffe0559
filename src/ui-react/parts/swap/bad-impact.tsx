import type { SwapTerms } from '../../../controllers/features/swap/swap.ts'
import { swapLimits } from '../../../core/limits.ts'
import { swapWords } from '../../language/english/swap.ts'
import { percentIn } from '../../language/percent.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../icon.tsx'

/** Warns of a high price impact. */
export function BadImpact({ terms: { priceImpact = 0 } }: { readonly terms: SwapTerms }) {
  const { say, tag } = useLanguage()
  if (priceImpact < swapLimits.impactWarning) return null
  return (
    <p className="warns" role="note">
      <Icon name="alert" size={18} />
      <span>{say(swapWords, 'highImpact', { percent: percentIn(tag)(priceImpact) })}</span>
    </p>
  )
}
