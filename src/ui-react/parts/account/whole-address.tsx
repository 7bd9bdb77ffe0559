import { useStyles } from '../../hooks/use-styles.ts'
import css from './whole-address.css?inline'

/** Shows a full address in groups of four characters, for comparison. Copying the address leaves out the gaps. */
export function WholeAddress({ address }: { readonly address: string }) {
  useStyles(css)
  const groups = address.match(/^0x(?=[\da-f]{40}$)|.{1,4}/gisu) ?? []
  return (
    <bdi dir="ltr" className="whole" data-testid="whole-address" title={address}>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal groups differ only in their position.
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
