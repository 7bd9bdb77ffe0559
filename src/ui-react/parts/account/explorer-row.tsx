import { IconTile } from '../icon-tile.tsx'

/** Shows a link to a block explorer. */
export function ExplorerRow({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <a className="row" href={href} target="_blank" rel="noreferrer noopener">
      <IconTile name="out" />
      <span className="grow">
        <span className="name">{name}</span>
      </span>
    </a>
  )
}
