import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { familyWords } from '../../language/english/connect.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useMark } from '../../marks/use-mark.ts'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/** For each family, the CAIP-2 id of the network whose logo is the family's logo. */
const mainNetworks: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  cosmos: 'cosmos:cosmoshub-4',
}

/** Shows a family's logo as a circle, or the family's first letter if the logos can't be loaded. */
export function FamilyTile({
  namespace,
  size = 40,
}: {
  readonly namespace: ChainNamespace
  readonly size?: number
}) {
  const mark = useMark('network', mainNetworks[namespace])
  return <WalletIcon name={namespace} src={mark} size={size} round family={namespace} />
}

/** Shows the families that a wallet supports, as small logos below the wallet's name. */
export function FamilyMarks({ chains }: { readonly chains: readonly ChainNamespace[] }) {
  const { say, list } = useLanguage()
  return (
    <span className="marks">
      {chains.map((namespace) => (
        <FamilyTile key={namespace} namespace={namespace} size={18} />
      ))}
      <span className="hidden">{list(chains.map((one) => say(familyWords, one)))}</span>
    </span>
  )
}
