import { useOnRampProviders } from '../../hooks/use-onramp-providers.ts'
import { buyWords } from '../../language/english/buy.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { startBuying } from './start-buying.ts'

/** Shows a button that leads to the on-ramp providers. Renders nothing if there are no providers. */
export function BuyCrypto() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  if (useOnRampProviders().length === 0) return null
  return (
    <button
      type="button"
      className="plain"
      data-testid="buy-crypto"
      title={say(buyWords, 'buyNote')}
      onClick={() => startBuying(latchkey)}
    >
      <Icon name="card" size={16} />
      {say(buyWords, 'buy')}
    </button>
  )
}
