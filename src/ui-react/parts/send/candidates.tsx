import type { UncertainTransfer } from '../../../controllers/features/send/send.ts'
import { truncateAddress } from '../../../core/amounts/format.ts'
import { explorerLink } from '../../../core/chain/explorer.ts'
import { sentWords } from '../../language/english/sending.ts'
import { useLanguage } from '../../language/use-language.ts'
import { ExplorerRow } from '../account/explorer-row.tsx'

/** Shows the transactions that could be this transfer, if the page doesn't know its hash. Screen readers announce them. */
export function Candidates({ transfer }: { readonly transfer: UncertainTransfer }) {
  const { say } = useLanguage()
  const { network, candidates = [] } = transfer
  return (
    <div role="status" data-testid="candidates">
      {candidates.map(({ hash }) => {
        const name = say(sentWords, 'candidate', { hash: truncateAddress(hash) })
        const href = explorerLink(network, 'transaction', hash)
        return href ? (
          <ExplorerRow key={hash} href={href} name={name} />
        ) : (
          <p key={hash} className="quiet">
            {name}
          </p>
        )
      })}
    </div>
  )
}
