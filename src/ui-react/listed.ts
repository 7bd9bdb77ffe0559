import type { CatalogueWallet } from '../controllers/shell/views.ts'

/** A wallet that a view lists, with a picture where there is one. */
export interface Listed extends CatalogueWallet {
  readonly image_url?: string | undefined
  readonly homepage?: string | undefined
  readonly link_mode?: string | null | undefined
}
