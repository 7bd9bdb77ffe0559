import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { familyWords } from '../../language/english/connect.ts'
import { useLanguage } from '../../language/use-language.ts'

/** Letters of our own design, since the families' logos are not ours to draw. */
const marks: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'E',
  solana: 'S',
  polkadot: 'P',
  bip122: 'B',
  cosmos: 'C',
}

function FamilyMark({ namespace }: { readonly namespace: ChainNamespace }) {
  return (
    <span className={`mark ${namespace}`} aria-hidden="true">
      {marks[namespace]}
    </span>
  )
}

/** The families that a wallet supports, small, below its name. */
export function FamilyMarks({ chains }: { readonly chains: readonly ChainNamespace[] }) {
  const { say, list } = useLanguage()
  return (
    <span className="marks">
      {chains.map((namespace) => (
        <FamilyMark key={namespace} namespace={namespace} />
      ))}
      <span className="hidden">{list(chains.map((one) => say(familyWords, one)))}</span>
    </span>
  )
}

/** A family's letter in place of a picture. */
export function FamilyTile({
  namespace,
  size = 40,
}: {
  readonly namespace: ChainNamespace
  readonly size?: number
}) {
  return (
    <span className={`tile s${size} round ${namespace}`} aria-hidden="true">
      {marks[namespace]}
    </span>
  )
}
