import { useOnRampProviders } from '../../hooks/use-onramp-providers.ts'
import { whatIsBuyWords } from '../../language/english/buying.ts'
import { useLanguage } from '../../language/use-language.ts'
import { startBuying } from '../../parts/buy/start-buying.ts'
import { Explainer } from '../../parts/explainer.tsx'
import { useRuntime } from '../../runtime.ts'

/** Explains buying for newcomers (S3.9.4). */
export function WhatIsABuyView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { router } = latchkey
  const sellers = useOnRampProviders()
  const buy = () => {
    if (router.state.history.includes('OnRampProviders')) latchkey.modal.goBack()
    else startBuying(latchkey)
  }
  return (
    <>
      <Explainer
        about={[
          { icon: 'card', title: say(whatIsBuyWords, 'quick'), text: say(whatIsBuyWords, 'quickText') },
          { icon: 'out', title: say(whatIsBuyWords, 'theirs'), text: say(whatIsBuyWords, 'theirsText') },
          { icon: 'people', title: say(whatIsBuyWords, 'once'), text: say(whatIsBuyWords, 'onceText') },
        ]}
      />
      {sellers.length > 0 && (
        <div className="actions">
          <button type="button" className="primary" data-testid="start-buying" onClick={buy}>
            {say(whatIsBuyWords, 'start')}
          </button>
        </div>
      )}
    </>
  )
}
