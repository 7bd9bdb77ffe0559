/** The kinds of images in the catalogue. The images of networks and connectors are assets (S2.7). */
export type ImageKind = 'wallet' | 'asset' | 'currency' | 'token'

/** A wallet in the catalogue (S1.3, S3.2.3). */
export interface CatalogueWallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** The wallet's networks, as CAIP-2 ids. Default: all networks. */
  readonly chains?: readonly string[] | undefined
  /** The id of an image in the catalogue. */
  readonly image_id?: string | undefined
  /** The URL of an image from the host. */
  readonly image_url?: string | undefined
  readonly homepage?: string | null | undefined
  readonly mobile_link?: string | null | undefined
  /** The universal link that replaces `mobile_link`. */
  readonly link_mode?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly badge_type?: 'none' | 'certified' | null | undefined
}
