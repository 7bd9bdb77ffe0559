import { helpWords } from '../../language/english/help.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Explainer } from '../../parts/explainer.tsx'

/** Explains networks to visitors who have to choose one (S3.9.3). */
export function WhatIsANetworkView() {
  const { say } = useLanguage()
  return (
    <Explainer
      about={[
        { icon: 'layers', title: say(helpWords, 'ledger'), text: say(helpWords, 'ledgerText') },
        { icon: 'network', title: say(helpWords, 'several'), text: say(helpWords, 'severalText') },
      ]}
    />
  )
}
