import { useController } from '../../hooks/use-controller.ts'
import { holdingsWords } from '../../language/english/holdings.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'

/** Shows a button that leads to the account's address, if the host enables receiving. */
export function ReceiveFunds() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const receive = useController(latchkey.options, ({ features }) => features.receive)
  if (!receive) return null
  return (
    <button type="button" className="plain" onClick={() => latchkey.router.push('WalletReceive')}>
      <Icon name="receive" size={16} />
      {say(holdingsWords, 'receiveFunds')}
    </button>
  )
}
