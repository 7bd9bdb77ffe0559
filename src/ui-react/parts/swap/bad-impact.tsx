import type { SwapTerms } from '../../../controllers/features/swap/swap.ts'
import { swapLimits } from '../../../core/limits.ts'
import { swapWords } from '../../language/english/swap.ts'
import { percentIn } from '../../language/percent.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Warning } from '../warning.tsx'

/** Warns of a high price impact. */
export function BadImpact({ terms: { priceImpact = 0 } }: { readonly terms: SwapTerms }) {
  const { say, tag } = useLanguage()
  if (priceImpact < swapLimits.impactWarning) return null
  return (
    <Warning kind="caution">{say(swapWords, 'highImpact', { percent: percentIn(tag)(priceImpact) })}</Warning>
  )
}
