import { useStyles } from '../../hooks/use-styles.ts'
import css from './whole-address.css?inline'

interface WholeAddressProps {
  readonly address: string
  /** An address to compare with. The groups that differ from it are colored. */
  readonly unlike?: string | undefined
}

const groupsOf = (address: string) => address.match(/^0x(?=[\da-f]{40}$)|.{1,4}/gisu) ?? []

/** Returns an eip155 address in lower case, because its case is only a checksum. */
const comparable = (address: string) => (/^0x[\da-f]{40}$/i.test(address) ? address.toLowerCase() : address)

/** Shows a full address in groups of four characters, for comparison. Copying the address leaves out the gaps. */
export function WholeAddress({ address, unlike }: WholeAddressProps) {
  useStyles(css)
  const [own, other] = [address, unlike ?? address].map((one) => groupsOf(comparable(one)))
  const groups = groupsOf(address)
  /** The positions of the first and the last group of characters, by which visitors recognize an address. */
  const ends = [groups[0] === '0x' ? 1 : 0, groups.length - 1]
  const kindOf = (at: number) =>
    own?.[at] !== other?.[at] ? 'differs' : ends.includes(at) ? 'end' : undefined
  return (
    <bdi dir="ltr" className="whole" data-testid="whole-address" title={address}>
      {groups.map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal groups differ only in their position.
        <span key={at} className={kindOf(at)}>
          {group}
        </span>
      ))}
    </bdi>
  )
}
