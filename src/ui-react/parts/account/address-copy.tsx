import { truncateAddress } from '../../../core/amounts/format.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Copy } from '../copy.tsx'

/** Shows the visitor's address, shortened. A click copies the full address. */
export function AddressCopy({
  address,
  className,
}: {
  readonly address: string
  readonly className?: string | undefined
}) {
  const { say } = useLanguage()
  return (
    <Copy
      {...(className && { className })}
      text={address}
      label={say(accountWords, 'copyAddress')}
      done={say(accountWords, 'addressCopied')}
      testId="copy-address"
    >
      <bdi dir="ltr" title={address}>
        {truncateAddress(address)}
      </bdi>
    </Copy>
  )
}
